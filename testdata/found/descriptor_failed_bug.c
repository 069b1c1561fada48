// check: --property race
// expect: BUG race
// A read that fails waits for nobody.
#include <pthread.h>
#include <sys/eventfd.h>
static int fd, x;
static void *work(void *arg) {
	x = 1; // race!
	eventfd_write(fd, 1);
	return arg;
}
int main(void) {
	pthread_t t;
	eventfd_t n;
	fd = eventfd(0, 0);
	pthread_create(&t, 0, work, 0);
	eventfd_read(fd, &n);
	x++; // race!
	pthread_join(t, 0);
	return 0;
}
