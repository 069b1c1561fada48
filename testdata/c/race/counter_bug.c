// check: --property race
// expect: BUG race
// Two threads increment without a lock.
#include <pthread.h>

int x;

void *worker(void *arg)
{
	x++; // race!
	return 0;
}

int main(void)
{
	pthread_t a, b;
	pthread_create(&a, 0, worker, 0);
	pthread_create(&b, 0, worker, 0);
	pthread_join(a, 0);
	pthread_join(b, 0);
	return x; // norace
}
