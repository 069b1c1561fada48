// check: --property race
// expect: POSSIBLE race
// environ is not to be read beside setenv (POSIX, exec).
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
	int any = environ != 0;
	pthread_join(t, 0);
	return any;
}
