// check: --property assert --rounds 2 --unwind 1
// expect: BUG assert
// The assertion fails where lib_get returns NULL, and where the thread comes first: the second needs nothing of the outside.
#include <assert.h>
#include <pthread.h>
#include <stddef.h>

int *lib_get(void);
static _Atomic int early;

static void *worker(void *arg)
{
	early = 1;
	return arg;
}

int main(void)
{
	pthread_t t;
	int failed = lib_get() == NULL;
	pthread_create(&t, 0, worker, 0);
	if (early)
		failed = 1;
	assert(!failed); // fail!
	pthread_join(t, 0);
	return 0;
}
