// check: --property assert --rounds 1 --unwind 2
// expect: POSSIBLE assert
// slow: explore
// As called_back_same_locks_bug.c, but the lock is not held any more.
#include <assert.h>
#include <pthread.h>

void lib_register(void (*)(void));
void lib_run(void);

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int closed;

static void tick(void)
{
	assert(!closed); // fail!
}

int main(void)
{
	pthread_mutex_lock(&m);
	lib_register(tick);
	closed = 1;
	pthread_mutex_unlock(&m);
	lib_run();
	return 0;
}
