// check: --property race
// expect: POSSIBLE race
// strerror may return memory that it shares between calls (C11 7.24.6.2): where it does, two threads that call it race.
#include <pthread.h>
#include <string.h>

static void *w(void *a) {
	(void)a;
	return strerror(2); // race!
}

int main(void) {
	pthread_t t, u;
	pthread_create(&t, 0, w, 0);
	pthread_create(&u, 0, w, 0);
	pthread_join(t, 0);
	pthread_join(u, 0);
	return 0;
}
