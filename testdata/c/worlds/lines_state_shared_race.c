// check: --property race
// expect: POSSIBLE race
// Two threads give mbrlen one state: which of its members it uses is not said.
#include <pthread.h>
#include <wchar.h>

static mbstate_t state;

static void *w(void *a) {
	mbrlen("x", 1, &state); // race!
	return a;
}

int main(void) {
	pthread_t t;
	pthread_create(&t, 0, w, 0);
	mbrlen("y", 1, &state); // race!
	pthread_join(t, 0);
	return 0;
}
