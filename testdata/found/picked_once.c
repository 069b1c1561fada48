// check: --property race --rounds 2 --unwind 2
// expect: UNKNOWN
// One thread initializes.
#include <pthread.h>

int lib_once_init_enter(int *);
void lib_once_init_leave(int *);
static int once;
static int x, y;

static void *worker(void *arg)
{
	if (lib_once_init_enter(&once)) {
		x++;
		lib_once_init_leave(&once);
	}
	return arg;
}

int main(void)
{
	pthread_t a, b;
	pthread_create(&a, 0, worker, 0);
	pthread_create(&b, 0, worker, 0);
	pthread_join(a, 0);
	pthread_join(b, 0);
	return y;
}
