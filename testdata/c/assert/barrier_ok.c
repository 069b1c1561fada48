// check: --property assert
// expect: PROVED
// Exactly one thread is told that it opened the barrier, and all writes before it are seen after it.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

pthread_barrier_t bar;
atomic_int serial, before;

void meet(void)
{
	before++;
	if (pthread_barrier_wait(&bar) == PTHREAD_BARRIER_SERIAL_THREAD)
		serial++;
	assert(before == 2);
}

void *worker(void *arg)
{
	meet();
	return 0;
}

int main(void)
{
	pthread_t t;
	pthread_barrier_init(&bar, 0, 2);
	pthread_create(&t, 0, worker, 0);
	meet();
	pthread_join(t, 0);
	assert(serial == 1);
	return 0;
}
