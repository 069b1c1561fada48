// check: --property race --rounds 2 --unwind 2
// expect: BUG race
// Which lock is meant changes while there are threads.
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
		x = !x; // race!
		pthread_mutex_unlock(l);
	}
	return 0;
}

int main(void)
{
	pthread_t s, t;
	pthread_create(&s, 0, worker, 0);
	__atomic_store_n(&current, &n, __ATOMIC_SEQ_CST);
	pthread_create(&t, 0, worker, 0);
	return 0;
}
