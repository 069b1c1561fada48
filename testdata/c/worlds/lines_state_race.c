// check: --property race
// expect: POSSIBLE race
// Without a state of the caller's mbrlen uses one of its own, which need not be one per thread (POSIX 2.9.1).
#include <pthread.h>
#include <wchar.h>

static void *w(void *a) {
	mbrlen("x", 1, 0); // race!
	return a;
}

int main(void) {
	pthread_t t;
	pthread_create(&t, 0, w, 0);
	mbrlen("y", 1, 0); // race!
	pthread_join(t, 0);
	return 0;
}
