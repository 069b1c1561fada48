// check: --property assert,race
// expect: BOUNDED      an execution follows one process
// expect[explore]: UNKNOWN
// A daemon starts its threads in the child: they share nothing with the parent.
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>
#include <unistd.h>

static int n;

static void *worker(void *arg) {
	n = 1;
	return arg;
}

int main(void) {
	pthread_t t;
	pid_t pid = fork();
	assert(pid >= -1);
	if (pid != 0)
		exit(pid < 0);
	pthread_create(&t, 0, worker, 0);
	pthread_join(t, 0);
	assert(n == 1);
	return 0;
}
