// check: --property memory
// expect: BUG null-deref
// Checked, then set to null by the other thread, then used.
#include <pthread.h>

int value = 3;
int *p = &value;

void *worker(void *arg)
{
	p = 0;
	return 0;
}

int main(void)
{
	pthread_t t;
	int v = 0;
	pthread_create(&t, 0, worker, 0);
	if (p)
		v = *p; // null-deref!
	pthread_join(t, 0);
	return v;
}
