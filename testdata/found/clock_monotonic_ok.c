// check: --property assert --rounds 3 --unwind 1
// expect: PROVED
// A monotonic clock does not go back, in no thread. It did.
// expect[explore]: UNKNOWN
#include <assert.h>
#include <pthread.h>
#include <time.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static struct timespec start;
static int started;

static void *thread(void *arg)
{
	struct timespec now;
	pthread_mutex_lock(&m);
	if (started) {
		clock_gettime(CLOCK_MONOTONIC, &now);
		assert(now.tv_sec > start.tv_sec || now.tv_sec == start.tv_sec && now.tv_nsec >= start.tv_nsec);
	}
	pthread_mutex_unlock(&m);
	return arg;
}

int main(void)
{
	pthread_t t;
	pthread_create(&t, 0, thread, 0);
	pthread_mutex_lock(&m);
	clock_gettime(CLOCK_MONOTONIC, &start);
	started = 1;
	pthread_mutex_unlock(&m);
	pthread_join(t, 0);
	return 0;
}
