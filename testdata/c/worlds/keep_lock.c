// check: --property race,deadlock --rounds 2 --unwind 2
// expect: UNKNOWN
// A lock handed over stays as it is in the friendly world; a hostile function unlocks it or keeps it.
#include <pthread.h>
#include <stddef.h>
void lib_use(pthread_mutex_t *m);
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int x;
static void *worker(void *arg) {
	(void)arg;
	pthread_mutex_lock(&m);
	x++;
	pthread_mutex_unlock(&m);
	return NULL;
}
int main(void) {
	pthread_t a, b;
	lib_use(&m);
	pthread_create(&a, NULL, worker, NULL);
	pthread_create(&b, NULL, worker, NULL);
	pthread_join(a, NULL);
	pthread_join(b, NULL);
	return 0;
}
