// check: --property race
// expect: BUG race
// getchar_unlocked takes no lock of the stream (POSIX getc_unlocked), so it races with fgets on it. This was proved.
#include <pthread.h>
#include <stdio.h>
static void *line(void *arg) {
	char text[8];
	return fgets(text, sizeof text, stdin) ? arg : 0; // race!
}
int main(void) {
	pthread_t t;
	pthread_create(&t, 0, line, 0);
	int c = getchar_unlocked(); // race!
	pthread_join(t, 0);
	return c == 'q';
}
