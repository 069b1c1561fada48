// check: --property race
// expect: PROVED
// Data is handed over by an atomic flag.
#include <pthread.h>
#include <stdatomic.h>

int data;
atomic_int flag;

void *worker(void *arg)
{
	data = 42; // norace
	atomic_store_explicit(&flag, 1, memory_order_release);
	return 0;
}

int main(void)
{
	pthread_t t;
	int v = 0;
	pthread_create(&t, 0, worker, 0);
	if (atomic_load_explicit(&flag, memory_order_acquire))
		v = data; // norace
	pthread_join(t, 0);
	return v;
}
