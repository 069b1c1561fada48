// check: --property memory --rounds 2 --unwind 1
// expect: POSSIBLE out-of-bounds
// A thread is started with a number of the outside, which is its index.
#include <pthread.h>
#include <stdint.h>

unsigned lib_index(void);
static int a[8];

static void *worker(void *arg)
{
	a[(uintptr_t)arg] = 1; // out-of-bounds!
	return 0;
}

int main(void)
{
	pthread_t t;
	pthread_create(&t, 0, worker, (void *)(uintptr_t)(lib_index() & 15));
	pthread_join(t, 0);
	return 0;
}
