// check: --property race
// expect: PROVED
// One thread has the input, the others the output, which is locked.
#include <pthread.h>
#include <stdio.h>
static void *print(void *arg) {
	puts("line");
	return arg;
}
int main(void) {
	pthread_t t;
	pthread_create(&t, 0, print, 0);
	int c = getchar_unlocked();
	putchar('c');
	pthread_join(t, 0);
	return c == 'q';
}
