// check: --property race
// expect: PROVED
// A pthread spin lock, and one made of a test-and-set loop.
#include <pthread.h>

pthread_spinlock_t s;
int own;
int x, y;

void *worker(void *arg)
{
	pthread_spin_lock(&s);
	x++; // norace
	pthread_spin_unlock(&s);
	while (__sync_lock_test_and_set(&own, 1))
		;
	y++; // norace
	__sync_lock_release(&own);
	return 0;
}

int main(void)
{
	pthread_t t;
	pthread_spin_init(&s, PTHREAD_PROCESS_PRIVATE);
	pthread_create(&t, 0, worker, 0);
	pthread_spin_lock(&s);
	x++; // norace
	pthread_spin_unlock(&s);
	while (__sync_lock_test_and_set(&own, 1))
		;
	y++; // norace
	__sync_lock_release(&own);
	pthread_join(t, 0);
	return 0;
}
