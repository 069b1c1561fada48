// check: --property race --rounds 2 --unwind 2
// expect: UNKNOWN
// The table is constant, and so is the one that it leads to: the file that defines lib_poke may call what stands there, without the lock.
#include <pthread.h>

void lib_poke(void);

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int x;

static void set(void) { x = 1; }

static void (*const inner[])(void) = {set};

const struct {
	const char *name;
	void (*const *calls)(void);
} table = {"set", inner};

static void *worker(void *arg)
{
	pthread_mutex_lock(&m);
	set();
	pthread_mutex_unlock(&m);
	return arg;
}

int main(void)
{
	pthread_t t;
	lib_poke();
	pthread_create(&t, 0, worker, 0);
	pthread_mutex_lock(&m);
	set();
	pthread_mutex_unlock(&m);
	pthread_join(t, 0);
	return 0;
}
