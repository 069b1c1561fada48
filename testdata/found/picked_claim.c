// check: --property assert --rounds 2 --unwind 2
// expect: POSSIBLE assert
// Whoever has not claimed it goes away.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

int try_claim(int);
static atomic_int busy;

static void *worker(void *arg)
{
	if (!try_claim(1))
		return arg;
	assert(!busy); // fail!
	busy = 1;
	return arg;
}

int main(void)
{
	pthread_t t;
	pthread_create(&t, 0, worker, 0);
	worker(0);
	pthread_join(t, 0);
	return 0;
}
