// check: --property race
// expect: POSSIBLE race
// The time zone is that of TZ: who changes the environment beside tzset races with it (POSIX, exec, on environ).
#define _GNU_SOURCE
#include <pthread.h>
#include <stdlib.h>
#include <time.h>
static void *travel(void *arg) {
	clearenv();
	return arg;
}
int main(void) {
	pthread_t t;
	pthread_create(&t, 0, travel, 0);
	tzset();
	pthread_join(t, 0);
	return 0;
}
