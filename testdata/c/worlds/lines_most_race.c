// check: --property race
// expect: BUG race
// confstr may write as much of a buffer as it is given, so it may reach the last byte.
#include <pthread.h>
#include <unistd.h>

static char text[8];

static void *w(void *a) {
	confstr(0, text, 8); // race!
	return a;
}

int main(void) {
	pthread_t t;
	pthread_create(&t, 0, w, 0);
	char c = text[7]; // race!
	pthread_join(t, 0);
	return c;
}
