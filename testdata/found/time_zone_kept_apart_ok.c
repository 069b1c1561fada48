// check: --property race
// expect: PROVED
// The library keeps its own calls apart: only a program that looks at its variables could race with them.
#include <pthread.h>
#include <time.h>
static void *print(void *arg) {
	struct tm tm = {0};
	char text[4];
	return strftime(text, sizeof text, "%H", &tm) ? arg : 0;
}
int main(void) {
	pthread_t t;
	pthread_create(&t, 0, print, 0);
	tzset();
	pthread_join(t, 0);
	return 0;
}
