// check: --property deadlock
// expect: PROVED
// Two phases of the same barrier.
#include <pthread.h>

pthread_barrier_t bar;

void *worker(void *arg)
{
	pthread_barrier_wait(&bar);
	pthread_barrier_wait(&bar);
	return 0;
}

int main(void)
{
	pthread_t t;
	pthread_barrier_init(&bar, 0, 2);
	pthread_create(&t, 0, worker, 0);
	worker(0);
	pthread_join(t, 0);
	return 0;
}
