// check: --property race --rounds 2 --unwind 2
// expect: PROVED
// Locks are taken once the program says that it has threads.
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
		x = !x; // norace
		if (locks)
			pthread_mutex_unlock(&m);
	}
	return 0;
}

int main(void)
{
	pthread_t s, t;
	__atomic_store_n(&threaded, 1, __ATOMIC_SEQ_CST);
	pthread_create(&s, 0, worker, 0);
	pthread_create(&t, 0, worker, 0);
	return 0;
}
