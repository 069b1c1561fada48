// Output reads what it is given.
// explore: race
#include <pthread.h>
#include <stdio.h>

static char text[] = "ab";

static void *thread(void *arg) {
	text[1] = 'x'; // race!
	return arg;
}

int main(void) {
	pthread_t t;
	pthread_create(&t, 0, thread, 0);
	puts(text);
	pthread_join(t, 0);
	return 0;
}
