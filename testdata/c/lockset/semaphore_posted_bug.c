// check: --property race --rounds 2 --unwind 2
// expect: BUG race
// One that somebody ups without having gone down is no lock.
#include <heddle.h>
#include <pthread.h>
#include <semaphore.h>

sem_t s;
int x;

void *worker(void *arg)
{
	while (heddle_nondet_bool()) {
		sem_wait(&s);
		x = !x; // race!
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
	sem_post(&s);
	pthread_join(t, 0);
	pthread_join(u, 0);
	return 0;
}
