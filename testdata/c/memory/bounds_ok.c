// check: --property memory
// expect: PROVED
// The index is read once. The address one past the end may be computed.
#include <pthread.h>

int a[4];
int i;

void *worker(void *arg)
{
	i = 4;
	return 0;
}

int main(void)
{
	pthread_t t;
	pthread_create(&t, 0, worker, 0);
	int k = i;
	if (k < 4)
		a[k] = 1;
	int n = 0;
	for (int *p = a; p != a + 4; p++)
		n += *p;
	pthread_join(t, 0);
	return n;
}
