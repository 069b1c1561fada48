// What is not modelled is said so.
// simulate: unsupported
#include <pthread.h>

static void *thread(void *arg) {
	return arg;
}

int main(void) {
	pthread_t t;
	pthread_create(&t, 0, thread, 0);
	pthread_setcanceltype(PTHREAD_CANCEL_ASYNCHRONOUS, 0);
	pthread_cancel(pthread_self());
	return 0;
}
