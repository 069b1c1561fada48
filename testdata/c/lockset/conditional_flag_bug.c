// check: --property race --rounds 2 --unwind 2
// expect: BUG race
// The first thread is made before the program says so.
#include <heddle.h>
#include <pthread.h>

pthread_mutex_t m;
int threaded, x;

void *worker(void *arg)
{
	while (heddle_nondet_bool()) {
		int locks = __atomic_load_n(&threaded, __ATOMIC_SEQ_CST);
		if (locks)
			pthread_mutex_lock(&m);
		x = !x; // race!
		if (locks)
			pthread_mutex_unlock(&m);
	}
	return 0;
}

int main(void)
{
	pthread_t s, t;
	pthread_create(&s, 0, worker, 0);
	__atomic_store_n(&threaded, 1, __ATOMIC_SEQ_CST);
	pthread_create(&t, 0, worker, 0);
	return 0;
}
