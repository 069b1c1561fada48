// check: --property race
// expect: BOUNDED
// expect[explore]: UNKNOWN
// The variables of the time zone are read when nobody sets them any more. (That the model's time zone is UTC forbids PROVED.)
#include <pthread.h>
#include <time.h>
static void *set(void *arg) {
	tzset();
	return arg;
}
int main(void) {
	pthread_t t;
	pthread_create(&t, 0, set, 0);
	pthread_join(t, 0);
	return timezone > 0;
}
