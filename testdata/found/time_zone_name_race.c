// check: --property race
// expect: POSSIBLE race
// strftime uses the time zone as though it called tzset, which sets tzname (POSIX strftime, tzset): the second element, too.
#include <pthread.h>
#include <time.h>
static void *print(void *arg) {
	struct tm tm = {0};
	char text[8];
	return strftime(text, sizeof text, "%H", &tm) ? arg : 0;
}
int main(void) {
	pthread_t t;
	pthread_create(&t, 0, print, 0);
	int summer = tzname[1] != 0;
	pthread_join(t, 0);
	return summer;
}
