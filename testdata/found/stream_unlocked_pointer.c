// check: --property race
// expect: UNKNOWN
// A function that takes the lock of its stream is called through a pointer, beside one that takes none. They race, which nothing looks at; it was BOUNDED.
#include <pthread.h>
#include <stdio.h>
int (*out)(int) = putchar;
static void *put(void *arg) {
	out('a');
	return arg;
}
int main(void) {
	pthread_t t;
	pthread_create(&t, 0, put, 0);
	putchar_unlocked('b');
	pthread_join(t, 0);
	return 0;
}
