// check: --property deadlock --rounds 2 --unwind 2
// expect: BUG deadlock
// The arguments differ, so the two calls may differ in a friendly execution; the branches on outside scalars only rest the BUG.
#include <pthread.h>
int has_option(int which);
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int x;
int main(void) {
	int one = has_option(1);
	if (one)
	    pthread_mutex_lock(&m);
	x++;
	if (!has_option(2)) {
	    pthread_mutex_lock(&m); // deadlock!
	    x++;
	    pthread_mutex_unlock(&m);
	}
	if (one)
	    pthread_mutex_unlock(&m);
	return 0;
}
