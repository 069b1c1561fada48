// check: --property deadlock
// expect: BUG deadlock
// The barrier waits for three, two come.
#include <pthread.h>

pthread_barrier_t bar;

void *worker(void *arg)
{
	pthread_barrier_wait(&bar); // deadlock!
	return 0;
}

int main(void)
{
	pthread_t t;
	pthread_barrier_init(&bar, 0, 3);
	pthread_create(&t, 0, worker, 0);
	pthread_barrier_wait(&bar); // deadlock!
	pthread_join(t, 0);
	return 0;
}
