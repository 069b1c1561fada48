// check: --property race
// expect: PROVED
// expect[explore]: UNKNOWN inputs wider than 8 bits
// Explore tries some lengths only. The byte behind the part that is read belongs to the other thread.
#include <pthread.h>
#include <unistd.h>

static char buf[4096];

static void *end(void *arg) {
	buf[4000] = 1; // norace
	return arg;
}

int main(void) {
	pthread_t t;
	pthread_create(&t, 0, end, 0);
	read(0, buf, 4000); // norace
	pthread_join(t, 0);
	return 0;
}
