// check: --property race
// expect: BUG race
// How far a string is read depends on what another thread wrote: the last writer races only while the string is long.
#include <pthread.h>
#include <string.h>

static char name[8] = "abcd";

static void *writer(void *arg) {
	name[3] = 'x'; // race!
	return arg;
}

int main(void) {
	pthread_t t;
	name[1] = 0;
	if (strlen(name) != 1)
		return 1;
	pthread_create(&t, 0, writer, 0);
	if (strlen(name) != 1)
		return 1;
	name[1] = 'b';
	size_t n = strlen(name); // race!
	pthread_join(t, 0);
	return n == 9;
}
