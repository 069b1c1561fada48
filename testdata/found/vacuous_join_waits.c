// check: --property assert
// expect: UNKNOWN
// As vacuous_division_waits.c, with a join of what is no thread.
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>
sem_t s;
void *worker(void *a)
{
	sem_wait(&s);
	return a;
}
int main(void)
{
	pthread_t t, none = 12345;
	sem_init(&s, 0, 0);
	pthread_create(&t, 0, worker, 0);
	pthread_join(none, 0);
	sem_post(&s);
	pthread_join(t, 0);
	assert(0);
	return 0;
}
