// explore:
#include <assert.h>
#include <pthread.h>
#include <threads.h>

static pthread_once_t control = PTHREAD_ONCE_INIT;
static once_flag flag = ONCE_FLAG_INIT;
static int inits, calls;

static void init(void) {
	inits++;
}

static void call(void) {
	calls++;
}

static void *use(void *arg) {
	assert(pthread_once(&control, init) == 0);
	assert(inits == 1);
	call_once(&flag, call);
	assert(calls == 1);
	return arg;
}

int main(void) {
	pthread_t t;
	pthread_create(&t, NULL, use, NULL);
	use(NULL);
	pthread_join(t, NULL);
	use(NULL);
	return 0;
}
