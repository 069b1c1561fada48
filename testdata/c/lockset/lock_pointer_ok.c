// check: --property race --rounds 2 --unwind 2
// expect: PROVED
// A pointer to a lock, set again to the lock that it points to.
#include <heddle.h>
#include <pthread.h>

pthread_mutex_t m, n;
int x;

void *worker(void *arg)
{
	pthread_mutex_t *l = &m;
	while (heddle_nondet_bool()) {
		pthread_mutex_lock(l);
		x = !x; // norace
		pthread_mutex_unlock(l);
		l = &m;
	}
	return 0;
}

int main(void)
{
	pthread_t s, t;
	pthread_create(&s, 0, worker, 0);
	pthread_create(&t, 0, worker, 0);
	pthread_join(s, 0);
	pthread_join(t, 0);
	return 0;
}
