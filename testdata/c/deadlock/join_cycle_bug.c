// check: --property deadlock
// expect: BUG deadlock
// Three threads join each other in a circle.
#include <pthread.h>
#include <semaphore.h>

pthread_t boss, one, two;
sem_t go;

void *first(void *arg)
{
	sem_wait(&go);
	pthread_join(two, 0); // deadlock!
	return 0;
}

void *second(void *arg)
{
	pthread_join(boss, 0); // deadlock!
	return 0;
}

int main(void)
{
	sem_init(&go, 0, 0);
	boss = pthread_self();
	pthread_create(&one, 0, first, 0);
	pthread_create(&two, 0, second, 0);
	sem_post(&go);
	pthread_join(one, 0); // deadlock!
	return 0;
}
