// check: --property race
// expect: BUG race
// erand48 keeps the number of its caller and nothing of its own; two threads share that number.
#include <pthread.h>
#include <stdlib.h>

static unsigned short number[3];

static void *w(void *a) {
	erand48(number); // race!
	return a;
}

int main(void) {
	pthread_t t;
	pthread_create(&t, 0, w, 0);
	erand48(number); // race!
	pthread_join(t, 0);
	return 0;
}
