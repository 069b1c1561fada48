// check: --property race
// expect: BUG race
// A write after the barrier meets the other's read after the barrier.
#include <pthread.h>

pthread_barrier_t bar;
int slot[2];

void *worker(void *arg)
{
	slot[1] = 1; // norace
	pthread_barrier_wait(&bar);
	slot[1] = 2; // race!
	return 0;
}

int main(void)
{
	pthread_t t;
	pthread_barrier_init(&bar, 0, 2);
	pthread_create(&t, 0, worker, 0);
	pthread_barrier_wait(&bar);
	int v = slot[1]; // race!
	pthread_join(t, 0);
	return v;
}
