// check: --property race
// expect: POSSIBLE race
// tzset sets the variables of the time zone (POSIX tzset), and the library's lock is not the reader's. This was proved.
#include <pthread.h>
#include <time.h>
static void *set(void *arg) {
	tzset();
	return arg;
}
int main(void) {
	pthread_t t;
	pthread_create(&t, 0, set, 0);
	int west = timezone > 0;
	pthread_join(t, 0);
	return west;
}
