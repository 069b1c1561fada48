// check: --harness run --property assert
// expect: BUG assert
// The lock is free at the start: the second thread gets it.
#include <assert.h>
#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int owner;

static void *other(void *arg)
{
	pthread_mutex_lock(&lock);
	owner = 2;
	pthread_mutex_unlock(&lock);
	return 0;
}

void run(void)
{
	pthread_t t;
	pthread_create(&t, 0, other, 0);
	pthread_mutex_lock(&lock);
	owner = 1;
	pthread_mutex_unlock(&lock);
	pthread_mutex_lock(&lock);
	assert(owner == 1); // fail!
	pthread_mutex_unlock(&lock);
}
