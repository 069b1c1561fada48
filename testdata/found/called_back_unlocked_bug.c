// check: --property race --rounds 2 --unwind 2
// expect: BUG race
// slow: explore
// As called_back_unlocked.c, but the lock is not held where the function is handed over.
#include <pthread.h>

void lib_foreach(void (*)(void *), void *);
void lib_log(const char *);
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int x;

static void visit(void *arg)
{
	(void)arg;
	x = 1; // race!
}

static void *worker(void *arg)
{
	pthread_mutex_lock(&m);
	x = 1; // race!
	pthread_mutex_unlock(&m);
	return arg;
}

int main(void)
{
	pthread_t t;
	pthread_create(&t, 0, worker, 0);
	lib_foreach(visit, 0);
	pthread_mutex_lock(&m);
	lib_log("done");
	pthread_mutex_unlock(&m);
	pthread_join(t, 0);
	return 0;
}
