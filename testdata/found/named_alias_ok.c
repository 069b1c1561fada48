// check: --property race --rounds 2 --unwind 2
// expect: PROVED
// expect[explore]: UNKNOWN
// expect[kiss]: UNKNOWN
// expect[rounds]: UNKNOWN
// The other name of y has external linkage, and nobody uses y; x has none.
#include <pthread.h>

void lib_poke(void);

static int x, y;
extern int public_y __attribute__((alias("y")));

static void *worker(void *arg)
{
	x = 1;
	return arg;
}

int main(void)
{
	pthread_t t;
	lib_poke();
	pthread_create(&t, 0, worker, 0);
	pthread_join(t, 0);
	return 0;
}
