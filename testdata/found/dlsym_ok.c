// check: --property race
// expect: PROVED
// expect[explore]: UNKNOWN
// What has no name outside of its file is not found.
#define _GNU_SOURCE
#include <dlfcn.h>
#include <pthread.h>
static int hits;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static void hit(void) {
	hits++;
}
static void *look(void *arg) {
	void (*found)(void) = (void (*)(void))dlsym(RTLD_DEFAULT, "hit");
	if (found)
		found();
	return arg;
}
int main(void) {
	pthread_t t;
	pthread_create(&t, 0, look, 0);
	pthread_mutex_lock(&lock);
	hit();
	pthread_mutex_unlock(&lock);
	pthread_join(t, 0);
	return 0;
}
