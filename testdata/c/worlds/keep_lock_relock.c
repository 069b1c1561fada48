// check: --property deadlock --rounds 2 --unwind 2
// expect: BUG deadlock
// A held lock handed over stays held in the friendly world, so locking it again blocks for ever.
#include <pthread.h>
void lib_use(pthread_mutex_t *m);
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
int main(void) {
	pthread_mutex_lock(&m);
	lib_use(&m);
	pthread_mutex_lock(&m); // deadlock!
	pthread_mutex_unlock(&m);
	return 0;
}
