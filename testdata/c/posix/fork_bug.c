// check: --property race
// expect: BUG race
// The race is in the child.
#include <pthread.h>
#include <unistd.h>

static int n;

static void *worker(void *arg) {
	n = 1; // race!
	return arg;
}

int main(void) {
	pthread_t t;
	if (fork() != 0)
		return 0;
	pthread_create(&t, 0, worker, 0);
	n = 2; // race!
	return 0;
}
