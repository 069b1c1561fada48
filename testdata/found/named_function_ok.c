// check: --property race --rounds 2 --unwind 2
// expect: PROVED
// As named_function.c, but no other file can name the function.
#include <pthread.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int shared;
void lib_poke(void);

static void set_shared(void) { shared = 2; }

static void *worker(void *arg)
{
	lib_poke();
	return arg;
}

int main(void)
{
	pthread_t t;
	pthread_create(&t, 0, worker, 0);
	pthread_mutex_lock(&m);
	set_shared();
	pthread_mutex_unlock(&m);
	pthread_join(t, 0);
	return 0;
}
