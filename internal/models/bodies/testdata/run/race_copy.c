// memcpy is as plain as an assignment.
// explore: race
#include <pthread.h>
#include <string.h>

static short a, b;

static void *thread(void *arg) {
	memcpy(&a, &b, sizeof a); // race!
	return arg;
}

int main(void) {
	pthread_t t;
	pthread_create(&t, 0, thread, 0);
	a = 1;
	pthread_join(t, 0);
	return 0;
}
