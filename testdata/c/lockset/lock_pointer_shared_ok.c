// check: --property race --rounds 2 --unwind 2
// expect: PROVED
// Which lock is meant is settled before there are threads.
#include <heddle.h>
#include <pthread.h>

pthread_mutex_t m, n;
pthread_mutex_t *current = &m;
int x;

void *worker(void *arg)
{
	while (heddle_nondet_bool()) {
		pthread_mutex_t *l = __atomic_load_n(&current, __ATOMIC_SEQ_CST);
		pthread_mutex_lock(l);
		x = !x; // norace
		pthread_mutex_unlock(l);
	}
	return 0;
}

int main(void)
{
	pthread_t s, t;
	__atomic_store_n(&current, &n, __ATOMIC_SEQ_CST);
	pthread_create(&s, 0, worker, 0);
	pthread_create(&t, 0, worker, 0);
	return 0;
}
