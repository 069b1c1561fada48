// check: --property race --rounds 2 --unwind 2
// expect: BUG race
// As pending_index_outside.c, with an index of the program: what the outside says decides a branch.
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
	if (i)
		a[3] = 2; // race!
	pthread_join(t, 0);
	return 0;
}
