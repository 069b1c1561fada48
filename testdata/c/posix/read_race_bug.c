// check: --property race
// expect: BUG race
// Trap: a read of unknown length. Only one that fills the buffer nearly to its end races.
#include <pthread.h>
#include <unistd.h>

static char buf[4096];

static void *end(void *arg) {
	buf[4000] = 1; // race!
	return arg;
}

int main(void) {
	pthread_t t;
	pthread_create(&t, 0, end, 0);
	read(0, buf, sizeof buf); // race!
	pthread_join(t, 0);
	return 0;
}
