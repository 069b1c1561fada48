// check: --property race --rounds 2 --unwind 2
// expect: UNKNOWN
// Nothing here calls set_shared, but it has external linkage, and the file that defines lib_poke may call it.
#include <pthread.h>

static int shared;
void lib_poke(void);

void set_shared(void) { shared = 2; }

static void *worker(void *arg)
{
	lib_poke();
	return arg;
}

int main(void)
{
	pthread_t t;
	pthread_create(&t, 0, worker, 0);
	shared = 1;
	pthread_join(t, 0);
	return 0;
}
