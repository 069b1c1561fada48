// check: --property race
// expect: POSSIBLE race
// The text that putenv is given becomes a part of the environment (POSIX putenv), so getenv may return it.
#include <pthread.h>
#include <stdlib.h>
static char mode[] = "MODE=1";
static void *look(void *arg) {
	char *value = getenv("MODE");
	return value && value[0] == '1' ? arg : 0;
}
int main(void) {
	pthread_t t;
	putenv(mode);
	pthread_create(&t, 0, look, 0);
	mode[5] = '2';
	pthread_join(t, 0);
	return 0;
}
