// check: --property race
// expect: POSSIBLE race
// What getenv returned may be written over by a later call of setenv (POSIX getenv), beside its reader here. This was proved.
#include <pthread.h>
#include <stdlib.h>
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static void *set(void *arg) {
	pthread_mutex_lock(&m);
	setenv("LEVEL", "1", 1);
	pthread_mutex_unlock(&m);
	return arg;
}
int main(void) {
	pthread_t t;
	pthread_create(&t, 0, set, 0);
	pthread_mutex_lock(&m);
	char *level = getenv("LEVEL");
	pthread_mutex_unlock(&m);
	int high = level && level[0] == '1';
	pthread_join(t, 0);
	return high;
}
