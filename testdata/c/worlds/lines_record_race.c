// check: --property race
// expect: POSSIBLE race
// expect[explore]: UNKNOWN
// sigqueue keeps what the value leads to that it is given: who gets the signal is outside.
#include <pthread.h>
#include <signal.h>

static int value;

static void *w(void *a) {
	value = 1; // race!
	return a;
}

int main(void) {
	pthread_t t;
	union sigval v = {.sival_ptr = &value};
	sigqueue(1, SIGUSR1, v);
	pthread_create(&t, 0, w, 0);
	pthread_join(t, 0);
	return 0;
}
