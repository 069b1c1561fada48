// check: --property assert
// expect: BUG assert
// Where neither is open, both have the same number. And whatever it is, it is not always the greater one.
#include <assert.h>
#include <fcntl.h>
#include <pthread.h>
static int fds[2];
static void *work(void *arg) {
	fds[1] = open("b", O_RDONLY);
	return arg;
}
int main(void) {
	pthread_t t;
	pthread_create(&t, 0, work, 0);
	fds[0] = open("a", O_RDONLY);
	pthread_join(t, 0);
	if (fds[0] >= 0 && fds[1] >= 0)
		assert(fds[0] < fds[1]); // fail!
	assert(fds[0] != fds[1]); // fail!
	return 0;
}
