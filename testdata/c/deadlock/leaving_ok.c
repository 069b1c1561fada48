// check: --property deadlock
// expect: PROVED
// A worker waits for work that never comes, while main is on its way out: the end of the process ends the wait.
#include <pthread.h>
#include <semaphore.h>

sem_t work;

void *worker(void *arg)
{
	sem_wait(&work);
	return 0;
}

int main(void)
{
	pthread_t t;
	sem_init(&work, 0, 0);
	pthread_create(&t, 0, worker, 0);
	return 0;
}
