// check: --property race
// expect: PROVED
// Nothing comes from a descriptor that there is not: reading waits for the other thread, or fails.
#include <pthread.h>
#include <sys/eventfd.h>
static int fd, x;
static void *work(void *arg) {
	x = 1; // norace
	eventfd_write(fd, 1);
	return arg;
}
int main(void) {
	pthread_t t;
	eventfd_t n;
	fd = eventfd(0, 0);
	pthread_create(&t, 0, work, 0);
	if (eventfd_read(fd, &n))
		return 1;
	x++; // norace
	pthread_join(t, 0);
	return 0;
}
