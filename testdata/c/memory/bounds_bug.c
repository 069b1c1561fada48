// check: --property memory
// expect: BUG out-of-bounds
// The index is changed between the check and the use.
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
	if (i < 4)
		a[i] = 1; // out-of-bounds!
	pthread_join(t, 0);
	return 0;
}
