// check: --property race --rounds 2 --unwind 2
// expect: PROVED
// As unused_function.c, but the function is static.
#include <pthread.h>

static int shared;
void lib_poke(void);

static inline void set_shared(void) { shared = 2; }

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
