// check: --property race
// expect: POSSIBLE race
// slow: explore
// ctime may write the struct that localtime returned (C11 7.27.3): its reader holds no lock.
#include <pthread.h>
#include <time.h>
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static void *print(void *arg) {
	time_t now = 0;
	pthread_mutex_lock(&m);
	ctime(&now);
	pthread_mutex_unlock(&m);
	return arg;
}
int main(void) {
	pthread_t t;
	time_t now = 0;
	pthread_create(&t, 0, print, 0);
	pthread_mutex_lock(&m);
	struct tm *tm = localtime(&now);
	pthread_mutex_unlock(&m);
	int hour = tm->tm_hour;
	pthread_join(t, 0);
	return hour;
}
