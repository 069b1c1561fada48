// check: --property race
// expect: PROVED
// The __sync and __atomic builtins are marked accesses.
#include <pthread.h>

int x, y;

void *worker(void *arg)
{
	__sync_fetch_and_add(&x, 1); // norace
	__atomic_fetch_or(&y, 2, __ATOMIC_RELAXED); // norace
	return 0;
}

int main(void)
{
	pthread_t t;
	pthread_create(&t, 0, worker, 0);
	__sync_bool_compare_and_swap(&x, 0, 5); // norace
	int v = __atomic_exchange_n(&y, 1, __ATOMIC_ACQ_REL); // norace
	pthread_join(t, 0);
	return v;
}
