// check: --property race
// expect: POSSIBLE race
// expect[explore]: UNKNOWN
// dlsym finds the program's own functions, which are called without the lock then.
#define _GNU_SOURCE
#include <dlfcn.h>
#include <pthread.h>
int hits;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
void hit(void) {
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
