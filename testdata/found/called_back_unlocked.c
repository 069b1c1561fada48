// check: --property race --rounds 2 --unwind 2
// expect: POSSIBLE race
// slow: explore
// Visited with the lock held. That lib_log visits again, without it, is not what handing a function to lib_foreach means.
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
	pthread_mutex_lock(&m);
	lib_foreach(visit, 0);
	pthread_mutex_unlock(&m);
	lib_log("done");
	pthread_join(t, 0);
	return 0;
}
