// check: --property assert
// expect: PROVED
// Values of semaphores, and trywait on one that is empty.
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <semaphore.h>

sem_t s;

void *worker(void *arg)
{
	sem_post(&s);
	return 0;
}

int main(void)
{
	pthread_t t;
	int v;
	sem_init(&s, 0, 1);
	assert(sem_trywait(&s) == 0);
	assert(sem_trywait(&s) == -1 && errno == EAGAIN);
	pthread_create(&t, 0, worker, 0);
	sem_wait(&s);
	pthread_join(t, 0);
	sem_getvalue(&s, &v);
	assert(v == 0);
	return 0;
}
