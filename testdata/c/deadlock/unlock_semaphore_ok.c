// check: --property deadlock
// expect: PROVED
// A semaphore belongs to nobody: main gives back what the worker took, and ends before it is given back again.
#include <pthread.h>
#include <semaphore.h>

sem_t s, taken;

void *work(void *arg)
{
	sem_wait(&s);
	sem_post(&taken);
	return 0;
}

int main(void)
{
	pthread_t t;
	sem_init(&s, 0, 1);
	pthread_create(&t, 0, work, 0);
	sem_wait(&taken);
	sem_post(&s);
	pthread_join(t, 0);
	return 0;
}
