// check: --property race
// expect: UNKNOWN
// The loop before the threads ends if another thread of the process says so, and there is none: that no thread was seen is no proof about them.
#include <pthread.h>
#include <stdatomic.h>

static atomic_int ready;
static int n;

static void *worker(void *arg)
{
	n++;
	return arg;
}

int main(void)
{
	pthread_t a, b;
	while (!ready)
		;
	pthread_create(&a, 0, worker, 0);
	pthread_create(&b, 0, worker, 0);
	pthread_join(a, 0);
	pthread_join(b, 0);
	return 0;
}
