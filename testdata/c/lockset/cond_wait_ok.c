// check: --property race --rounds 2 --unwind 2
// expect: PROVED
// Waiting lets go of the mutex of the one who waits.
#include <heddle.h>
#include <pthread.h>

pthread_mutex_t m, n;
pthread_cond_t c;
int x;

void *worker(void *arg)
{
	while (heddle_nondet_bool()) {
		pthread_mutex_lock(&m);
		x = !x; // norace
		pthread_mutex_unlock(&m);
	}
	return 0;
}

void *waiter(void *arg)
{
	pthread_mutex_lock(&n);
	pthread_cond_wait(&c, &n);
	pthread_mutex_unlock(&n);
	return 0;
}

int main(void)
{
	pthread_t s, t, u;
	pthread_create(&s, 0, worker, 0);
	pthread_create(&t, 0, worker, 0);
	pthread_create(&u, 0, waiter, 0);
	return 0;
}
