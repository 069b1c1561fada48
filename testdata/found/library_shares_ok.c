// check: --property race
// expect: PROVED
// strsignal is called in one thread after the other.
#include <pthread.h>
#include <string.h>

static void *w(void *a) {
	return strsignal(2) ? a : 0;
}

int main(void) {
	pthread_t t;
	pthread_create(&t, 0, w, 0);
	pthread_join(t, 0);
	return strsignal(9) != 0;
}
