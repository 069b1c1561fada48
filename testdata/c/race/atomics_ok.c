// check: --property race
// expect: PROVED
// C11 atomics do not race, also where they are used like plain variables.
#include <pthread.h>
#include <stdatomic.h>

_Atomic int x;
atomic_int y;

void *worker(void *arg)
{
	x++; // norace
	atomic_store_explicit(&y, 1, memory_order_relaxed); // norace
	return 0;
}

int main(void)
{
	pthread_t t;
	pthread_create(&t, 0, worker, 0);
	x = x + 1; // norace
	int v = atomic_load(&y); // norace
	pthread_join(t, 0);
	return v;
}
