// check: --property memory --rounds 2 --unwind 2
// expect: POSSIBLE out-of-bounds
// The taint of the outside scalar is followed through a variable in memory and another thread.
#include <pthread.h>
#include <stddef.h>
int lib_index(void);
static int a[8];
static int where;
static void *worker(void *arg) {
	(void)arg;
	a[where] = 1; // out-of-bounds!
	return NULL;
}
int main(void) {
	pthread_t t;
	where = lib_index();
	pthread_create(&t, NULL, worker, NULL);
	pthread_join(t, NULL);
	return 0;
}
