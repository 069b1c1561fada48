// check: --property race
// expect: BUG race
// puts is given no stream, and writes to stdout as putc_unlocked does.
#include <pthread.h>
#include <stdio.h>
static void *print(void *arg) {
	puts("line"); // race!
	return arg;
}
int main(void) {
	pthread_t t;
	pthread_create(&t, 0, print, 0);
	putc_unlocked('c', stdout); // race!
	pthread_join(t, 0);
	return 0;
}
