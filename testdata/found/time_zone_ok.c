// check: --property race
// expect: PROVED
// The environment is changed while one thread is all there is. Two may ask for the time.
#include <pthread.h>
#include <stdlib.h>
#include <time.h>
static void *look(void *arg) {
	time_t now = 0;
	struct tm tm;
	localtime_r(&now, &tm);
	return arg;
}
int main(void) {
	pthread_t t;
	setenv("TZ", "UTC", 1);
	pthread_create(&t, 0, look, 0);
	look(0);
	pthread_join(t, 0);
	return 0;
}
