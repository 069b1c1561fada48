// check: --property race --rounds 2 --unwind 2
// expect: UNKNOWN
// At the call lib_poke has the caller's lock, but at a later time it writes `shared` (external linkage) with no lock.
#include <pthread.h>
#include <stddef.h>
int shared;
void lib_poke(void);
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static void *worker(void *arg) {
	(void)arg;
	pthread_mutex_lock(&m);
	lib_poke();
	shared++;
	pthread_mutex_unlock(&m);
	return NULL;
}
int main(void) {
	pthread_t a, b;
	pthread_create(&a, NULL, worker, NULL);
	pthread_create(&b, NULL, worker, NULL);
	pthread_join(a, NULL);
	pthread_join(b, NULL);
	return 0;
}
