// check: --property race
// expect: PROVED
// Two threads that only read the environment do not race: C11 7.22.4.6 speaks of threads that modify it.
#include <pthread.h>
#include <stdlib.h>

static void *w(void *a) {
	return getenv("A") ? a : 0;
}

int main(void) {
	pthread_t t;
	setenv("A", "1", 1);
	pthread_create(&t, 0, w, 0);
	int set = getenv("A") != 0;
	pthread_join(t, 0);
	return set;
}
