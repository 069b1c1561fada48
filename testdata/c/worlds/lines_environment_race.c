// check: --property race
// expect: POSSIBLE race
// getenv beside setenv need not be safe (C11 7.22.4.6).
#include <pthread.h>
#include <stdlib.h>

static void *w(void *a) {
	setenv("A", "1", 1); // race!
	return a;
}

int main(void) {
	pthread_t t;
	pthread_create(&t, 0, w, 0);
	int set = getenv("A") != 0; // race!
	pthread_join(t, 0);
	return set;
}
