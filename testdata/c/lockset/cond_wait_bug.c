// check: --property race --rounds 2 --unwind 2
// expect: BUG race
// Waiting lets go of a mutex that another thread holds.
#include <heddle.h>
#include <pthread.h>

pthread_mutex_t m, n;
pthread_cond_t c;
int x;

void *worker(void *arg)
{
	while (heddle_nondet_bool()) {
		pthread_mutex_lock(&m);
		x = !x; // race!
		pthread_mutex_unlock(&m);
	}
	return 0;
}

void *waiter(void *arg)
{
	pthread_mutex_lock(&n);
	pthread_cond_wait(&c, &m);
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
