// check: --property race
// expect: PROVED
// What getenv returned is read as long as the lock is held that setenv needs.
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
	int high = level && level[0] == '1';
	pthread_mutex_unlock(&m);
	pthread_join(t, 0);
	return high;
}
