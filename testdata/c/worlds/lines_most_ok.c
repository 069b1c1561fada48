// check: --property race
// expect: PROVED
// confstr writes no more of a buffer than it is told.
#include <pthread.h>
#include <unistd.h>

static char text[8];

static void *w(void *a) {
	confstr(0, text, 7);
	return a;
}

int main(void) {
	pthread_t t;
	pthread_create(&t, 0, w, 0);
	char c = text[7];
	pthread_join(t, 0);
	return c;
}
