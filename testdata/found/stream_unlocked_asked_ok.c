// check: --property race
// expect: PROVED
// Two threads look at the state of a stream, which changes nothing.
#include <pthread.h>
#include <stdio.h>
static void *ask(void *arg) {
	return ferror(stdout) ? arg : 0;
}
int main(void) {
	pthread_t t;
	pthread_create(&t, 0, ask, 0);
	int failed = ferror_unlocked(stdout);
	pthread_join(t, 0);
	return failed != 0;
}
