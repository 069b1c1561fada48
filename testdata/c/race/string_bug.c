// check: --property race
// expect: BUG race
// The third byte of a string is read where the string is.
#include <pthread.h>
#include <string.h>

static char name[8] = "abcd";

static void *writer(void *arg) {
	name[2] = 'x'; // race!
	return arg;
}

int main(void) {
	pthread_t t;
	pthread_create(&t, 0, writer, 0);
	size_t n = strlen(name); // race!
	pthread_join(t, 0);
	return n == 9;
}
