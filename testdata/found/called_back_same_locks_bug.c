// check: --property assert --rounds 1 --unwind 2
// expect: BUG assert
// slow: explore
// The function is called back later with the lock held that was held where it was handed over.
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
	lib_run();
	pthread_mutex_unlock(&m);
	return 0;
}
