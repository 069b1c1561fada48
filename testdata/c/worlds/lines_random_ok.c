// check: --property race
// expect: PROVED
// erand48 keeps the number of its caller and nothing of its own: each thread has one.
#include <pthread.h>
#include <stdlib.h>

static unsigned short numbers[2][3];

static void *w(void *a) {
	erand48(numbers[1]);
	return a;
}

int main(void) {
	pthread_t t;
	pthread_create(&t, 0, w, 0);
	erand48(numbers[0]);
	pthread_join(t, 0);
	return 0;
}
