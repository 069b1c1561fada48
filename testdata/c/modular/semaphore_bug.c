// check: --property assert,race --rounds 2 --unwind 2
// expect: BUG assert race
// It starts at 1.
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>

sem_t ready;
int data;

void *give(void *arg)
{
	data = 7;
	sem_post(&ready);
	return 0;
}

void *take(void *arg)
{
	sem_wait(&ready);
	assert(data == 7);
	return 0;
}

int main(void)
{
	pthread_t t, u;
	sem_init(&ready, 0, 1);
	pthread_create(&t, 0, give, 0);
	pthread_create(&u, 0, take, 0);
	pthread_join(t, 0);
	pthread_join(u, 0);
	return 0;
}
