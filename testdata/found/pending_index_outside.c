// check: --property race --rounds 2 --unwind 2
// expect: POSSIBLE race
// The thread that ran last computed the address of its access right before it stopped there: the index from outside was not seen in it.
#include <pthread.h>

long lib_index(void);
static int a[8];

static void *worker(void *arg)
{
	a[3] = 1; // race!
	return arg;
}

int main(void)
{
	pthread_t t;
	long i = lib_index();
	pthread_create(&t, 0, worker, 0);
	a[i] = 2; // race!
	pthread_join(t, 0);
	return 0;
}
