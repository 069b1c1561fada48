// check: --property race --rounds 2 --unwind 2
// expect: PROVED
// All accesses are atomic.
#include <heddle.h>
#include <pthread.h>

int x;

void *worker(void *arg)
{
	while (heddle_nondet_bool())
		__atomic_fetch_xor(&x, 1, __ATOMIC_SEQ_CST); // norace
	return 0;
}

void *reset(void *arg)
{
	while (heddle_nondet_bool())
		__atomic_store_n(&x, 0, __ATOMIC_SEQ_CST); // norace
	return 0;
}

int main(void)
{
	pthread_t s, t, u;
	pthread_create(&s, 0, worker, 0);
	pthread_create(&t, 0, worker, 0);
	pthread_create(&u, 0, reset, 0);
	return 0;
}
