// check: --property race
// expect: UNKNOWN
// A lock of a library: to call the accesses behind it a race would be wrong.
#include <pthread.h>
struct mutex;
struct mutex *lib_mutex_new(void);
void lib_mutex_lock(struct mutex *);
void lib_mutex_unlock(struct mutex *);
static struct mutex *m;
static int n;
static void *work(void *arg) {
	lib_mutex_lock(m);
	n++; // norace
	lib_mutex_unlock(m);
	return arg;
}
int main(void) {
	pthread_t t;
	m = lib_mutex_new();
	pthread_create(&t, 0, work, 0);
	work(0);
	pthread_join(t, 0);
	return 0;
}
