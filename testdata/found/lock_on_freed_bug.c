// A lock that another thread freed: both accesses of its bookkeeping were invalid, and each excused the other.
// check: --property memory
// expect: BUG use-after-free
#include <pthread.h>
#include <stdlib.h>

static pthread_mutex_t *d;

static void *user(void *arg)
{
	pthread_mutex_lock(d); // use-after-free!
	return arg;
}

int main(void)
{
	pthread_t id;
	d = calloc(1, sizeof *d);
	pthread_mutex_init(d, 0);
	pthread_create(&id, 0, user, 0);
	free(d);
	return 0;
}
