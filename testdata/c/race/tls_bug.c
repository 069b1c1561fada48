// check: --property race
// expect: BUG race
// The address of one thread's instance is given to another.
#include <pthread.h>

_Thread_local int n;

void *worker(void *arg)
{
	n = 1; // norace
	*(int *)arg = 2; // race!
	return 0;
}

int main(void)
{
	pthread_t t;
	pthread_create(&t, 0, worker, &n);
	n = 3; // race!
	pthread_join(t, 0);
	return 0;
}
