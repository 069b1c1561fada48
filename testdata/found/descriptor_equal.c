// check: --property assert
// expect: POSSIBLE assert
// Two descriptors that are open never have the same number.
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
		assert(fds[0] != fds[1]);
	return 0;
}
