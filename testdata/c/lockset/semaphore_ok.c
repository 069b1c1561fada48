// check: --property race --rounds 2 --unwind 2
// expect: PROVED
// A semaphore that starts at one is a lock.
#include <heddle.h>
#include <pthread.h>
#include <semaphore.h>

sem_t s;
int x;

void *worker(void *arg)
{
	while (heddle_nondet_bool()) {
		sem_wait(&s);
		x = !x; // norace
		sem_post(&s);
	}
	return 0;
}

int main(void)
{
	pthread_t t, u;
	sem_init(&s, 0, 1);
	pthread_create(&t, 0, worker, 0);
	pthread_create(&u, 0, worker, 0);
	pthread_join(t, 0);
	pthread_join(u, 0);
	return 0;
}
