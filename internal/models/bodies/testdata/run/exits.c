// exit ends all threads; what comes after does not happen.
// simulate: exit 0
// explore:
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

static void *thread(void *arg) {
	exit(0);
	assert(0);
	return arg;
}

int main(void) {
	pthread_t t;
	pthread_create(&t, 0, thread, 0);
	pthread_join(t, 0);
	assert(0);
	return 1;
}
