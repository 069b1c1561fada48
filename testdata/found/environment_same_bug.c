// check: --property memory
// expect: BUG null-deref
// Another variable may not be set.
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
static size_t n;
static void *work(void *arg) {
	if (getenv("HOME"))
		n = strlen(getenv("HOST")); // null-deref!
	return arg;
}
int main(void) {
	pthread_t t;
	pthread_create(&t, 0, work, 0);
	pthread_join(t, 0);
	return 0;
}
