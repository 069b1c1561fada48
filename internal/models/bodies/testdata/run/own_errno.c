// Every thread has its own error number.
// explore:
#include <assert.h>
#include <errno.h>
#include <pthread.h>

static void *thread(void *arg) {
	errno = 5;
	assert(errno == 5);
	return arg;
}

int main(void) {
	pthread_t t;
	errno = 3;
	pthread_create(&t, 0, thread, 0);
	assert(errno == 3);
	errno = 4;
	pthread_join(t, 0);
	assert(errno == 4);
	return 0;
}
