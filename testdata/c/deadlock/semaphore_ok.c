// check: --property deadlock
// expect: PROVED
// With three units one of them always gets on.
#include <pthread.h>
#include <semaphore.h>

sem_t s;

void *worker(void *arg)
{
	sem_wait(&s);
	sem_wait(&s);
	sem_post(&s);
	sem_post(&s);
	return 0;
}

int main(void)
{
	pthread_t t;
	sem_init(&s, 0, 3);
	pthread_create(&t, 0, worker, 0);
	worker(0);
	pthread_join(t, 0);
	return 0;
}
