// check: --property race
// expect: BUG race
// The mutex is destroyed while the worker may hold it, and initialized again, which frees it.
#include <pthread.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int n;

static void *worker(void *arg)
{
	pthread_mutex_lock(&m);
	n++; // race!
	pthread_mutex_unlock(&m);
	return arg;
}

int main(void)
{
	pthread_t t;
	pthread_create(&t, 0, worker, 0);
	pthread_mutex_destroy(&m);
	pthread_mutex_init(&m, 0);
	worker(0);
	pthread_join(t, 0);
	return 0;
}
