// check: --property assert
// expect: PROVED
// expect[rounds]: BOUNDED
// expect[kiss]: UNKNOWN
// Only an execution that writes to a thread-local variable of a thread that has ended gets to the assertion with its address. Engines that do not follow such lifetimes say so.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static __thread int own;
static int other;
static _Atomic(int *) shared = &other;

static void *shares(void *arg)
{
	shared = &own;
	return 0;
}

int main(void)
{
	pthread_t t;
	pthread_create(&t, 0, shares, 0);
	int *p = shared;
	*p = 2;
	pthread_join(t, 0);
	assert(p == &other);
	return 0;
}
