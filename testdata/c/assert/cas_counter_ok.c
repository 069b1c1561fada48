// check: --property assert
// expect: PROVED
// A counter made of a compare-and-swap loop.
#include <assert.h>
#include <pthread.h>

unsigned x;

void *worker(void *arg)
{
	unsigned old;
	do
		old = __atomic_load_n(&x, __ATOMIC_RELAXED);
	while (!__sync_bool_compare_and_swap(&x, old, old + 1));
	return 0;
}

int main(void)
{
	pthread_t a, b;
	pthread_create(&a, 0, worker, 0);
	pthread_create(&b, 0, worker, 0);
	pthread_join(a, 0);
	pthread_join(b, 0);
	assert(x == 2);
	return 0;
}
