// check: --property race --rounds 2 --unwind 2
// expect: POSSIBLE race
// The thread exists only if is_mt(), so an unlocked x++ beside it needs two equal calls of is_mt() to differ.
#include <pthread.h>
#include <stddef.h>
int is_mt(void);
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int x;
static void *work(void *arg) {
	if (is_mt())
	    pthread_mutex_lock(&m);
	x++; // race!
	if (is_mt())
	    pthread_mutex_unlock(&m);
	return arg;
}
int main(void) {
	pthread_t a, b;
	if (!is_mt())
	    return 0;
	pthread_create(&a, NULL, work, NULL);
	pthread_create(&b, NULL, work, NULL);
	pthread_join(a, NULL);
	pthread_join(b, NULL);
	return 0;
}
