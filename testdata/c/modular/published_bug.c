// check: --property assert,race --rounds 2 --unwind 2 --timeout 5s
// expect: BUG assert race
// slow: explore
// The flag is set first.
#include <assert.h>
#include <heddle.h>
#include <pthread.h>
#include <stdatomic.h>

atomic_int ready;
int value;

void *make(void *arg)
{
	atomic_store(&ready, 1);
	value = 3;
	return 0;
}

void *use(void *arg)
{
	if (atomic_load(&ready))
		assert(value == 3);
	return 0;
}

int main(void)
{
	pthread_t t;
	pthread_create(&t, 0, make, 0);
	while (heddle_nondet_bool())
		pthread_create(&t, 0, use, 0);
	pthread_join(t, 0);
	return 0;
}
