// check: --property race --rounds 2 --unwind 2
// expect: UNKNOWN
// The file that defines lib_poke may call set_shared by its name, without the lock that is held here.
#include <pthread.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
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
	pthread_mutex_lock(&m);
	set_shared();
	pthread_mutex_unlock(&m);
	pthread_join(t, 0);
	return 0;
}
