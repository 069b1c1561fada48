// check: --property memory --rounds 2 --unwind 1
// expect: BUG out-of-bounds
// As outside_argument.c, but the index is the program's: the outside says only whether the thread is started.
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
	if (lib_index() == 3)
		return 0;
	pthread_create(&t, 0, worker, (void *)(uintptr_t)8);
	pthread_join(t, 0);
	return 0;
}
