// check: --property assert
// expect: BOUNDED      which functions are cancellation points is assumed
// expect[explore]: UNKNOWN
#include <assert.h>
#include <pthread.h>
#include <unistd.h>

static int second;

static void *worker(void *arg) {
	pthread_setcancelstate(PTHREAD_CANCEL_DISABLE, 0);
	sleep(1);
	second = 1;
	return arg;
}

int main(void) {
	pthread_t t;
	void *result;
	pthread_create(&t, 0, worker, 0);
	pthread_cancel(t);
	pthread_join(t, &result);
	assert(second && result == 0);
	return 0;
}
