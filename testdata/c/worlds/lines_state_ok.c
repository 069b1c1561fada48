// check: --property race
// expect: PROVED
// Each thread gives mbrlen a state of its own.
#include <pthread.h>
#include <wchar.h>

static mbstate_t states[2];

static void *w(void *a) {
	mbrlen("x", 1, &states[1]);
	return a;
}

int main(void) {
	pthread_t t;
	pthread_create(&t, 0, w, 0);
	mbrlen("y", 1, &states[0]);
	pthread_join(t, 0);
	return 0;
}
