// check: --property race
// expect: PROVED
// expect[explore]: UNKNOWN
// environ is read when the thread that set it has ended (POSIX, exec).
#define _GNU_SOURCE
#include <pthread.h>
#include <stdlib.h>
extern char **environ;
static void *set(void *arg) {
	clearenv();
	return arg;
}
int main(void) {
	pthread_t t;
	pthread_create(&t, 0, set, 0);
	pthread_join(t, 0);
	int any = environ != 0;
	return any;
}
