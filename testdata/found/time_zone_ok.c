// check: --property race
// expect: PROVED
// The environment is changed while one thread is all there is. Two may ask for the time zone.
#define _GNU_SOURCE
#include <pthread.h>
#include <stdlib.h>
#include <time.h>
static void *look(void *arg) {
	tzset();
	return arg;
}
int main(void) {
	pthread_t t;
	clearenv();
	pthread_create(&t, 0, look, 0);
	tzset();
	pthread_join(t, 0);
	return 0;
}
