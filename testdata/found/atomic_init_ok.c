// check: --property race,assert
// expect: PROVED
// Atomics of all kinds are initialized before the threads start: the values are converted to their types.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static int target;
static atomic_int n;
static atomic_bool flag;
static _Atomic(int *) pointer;

static void *worker(void *arg)
{
	atomic_fetch_add(&n, 1);
	return arg;
}

int main(void)
{
	pthread_t t;
	atomic_init(&n, 5);
	atomic_init(&flag, 7);
	atomic_init(&pointer, &target);
	pthread_create(&t, 0, worker, 0);
	worker(0);
	pthread_join(t, 0);
	assert(atomic_load(&n) == 7);
	assert(atomic_load(&flag) == 1);
	assert(atomic_load(&pointer) == &target);
	return 0;
}
