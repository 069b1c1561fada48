// check: --property deadlock
// expect: BUG deadlock
// The same, but main leaves only after the worker.
#include <pthread.h>
#include <semaphore.h>

sem_t work;

void *worker(void *arg)
{
	sem_wait(&work); // deadlock!
	return 0;
}

int main(void)
{
	pthread_t t;
	sem_init(&work, 0, 0);
	pthread_create(&t, 0, worker, 0);
	pthread_join(t, 0); // deadlock!
	return 0;
}
