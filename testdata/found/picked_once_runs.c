// check: --property race --rounds 2 --unwind 2
// expect: UNKNOWN
// It is run once.
#include <pthread.h>

typedef int lib_once_t;
void lib_once(lib_once_t *, void (*)(void));
static lib_once_t once;
static int x;

static void init(void) { x++; }

static void *worker(void *arg)
{
	lib_once(&once, init);
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
