// check: --property race --rounds 2 --unwind 2
// expect: UNKNOWN
// x is static, and has another name with external linkage: the file that defines lib_poke may use that.
#include <pthread.h>

void lib_poke(void);

static int x;
extern int public_x __attribute__((alias("x")));

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
