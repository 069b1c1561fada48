// check: --property deadlock
// expect: BUG deadlock
// Two threads take two units in two steps from a semaphore of two.
#include <pthread.h>
#include <semaphore.h>

sem_t s;

void *worker(void *arg)
{
	sem_wait(&s);
	sem_wait(&s); // deadlock!
	sem_post(&s);
	sem_post(&s);
	return 0;
}

int main(void)
{
	pthread_t t;
	sem_init(&s, 0, 2);
	pthread_create(&t, 0, worker, 0);
	worker(0);
	pthread_join(t, 0);
	return 0;
}
