// check: --property assert
// expect: BUG assert
// A cancelled thread may end at a cancellation point and leave the rest undone.
#include <assert.h>
#include <pthread.h>
#include <unistd.h>

static int first, second;

static void *worker(void *arg) {
	first = 1;
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
	assert(first);             // nofail
	assert(second);            // fail!
	assert(result == 0);       // nofail
	return 0;
}
