// check: --property race --rounds 2 --unwind 2
// expect: UNKNOWN
// p is constant and has external linkage: the file that defines lib_poke may read it, and write x.
#include <pthread.h>

void lib_poke(void);

static int x;
int *const p = &x;

static void *worker(void *arg)
{
	x++;
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
