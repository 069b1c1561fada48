// check: --property assert,race
// expect: BOUNDED      which functions are cancellation points is assumed
// expect[explore]: UNKNOWN
// A cancelled thread ends at a cancellation point, runs its cleanup handlers with the mutex locked, and gives PTHREAD_CANCELED; before its
// first cancellation point it goes on.
#include <assert.h>
#include <pthread.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t c = PTHREAD_COND_INITIALIZER;
static int begun, cleaned;

static void cleanup(void *arg) {
	(void)arg;
	cleaned = 1;
	pthread_mutex_unlock(&m);
}

static void *waiter(void *arg) {
	begun = 1;
	pthread_mutex_lock(&m);
	pthread_cleanup_push(cleanup, 0);
	for (;;)
		pthread_cond_wait(&c, &m);
	pthread_cleanup_pop(0);
	return arg;
}

int main(void) {
	pthread_t t;
	void *result;
	pthread_create(&t, 0, waiter, 0);
	pthread_cancel(t);
	pthread_join(t, &result);
	assert(result == PTHREAD_CANCELED);
	assert(begun == 1);
	assert(cleaned == 1);
	pthread_mutex_lock(&m);
	return 0;
}
