// check: --property race
// expect: PROVED
// The sign is read when the thread has ended.
#include <math.h>
#include <pthread.h>
static void *gamma_of(void *arg) {
	(void)lgamma(2.5);
	return arg;
}
int main(void) {
	pthread_t t;
	pthread_create(&t, 0, gamma_of, 0);
	pthread_join(t, 0);
	return signgam;
}
