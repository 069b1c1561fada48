// check: --property race
// expect: POSSIBLE race
// Local time depends on TZ: who changes the environment beside it races with it (POSIX, exec, on environ).
#include <pthread.h>
#include <stdlib.h>
#include <time.h>
static void *travel(void *arg) {
	setenv("TZ", "UTC", 1);
	return arg;
}
int main(void) {
	pthread_t t;
	time_t now = 0;
	struct tm tm;
	pthread_create(&t, 0, travel, 0);
	localtime_r(&now, &tm);
	pthread_join(t, 0);
	return 0;
}
