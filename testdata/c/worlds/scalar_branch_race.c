// check: --property race --rounds 2 --unwind 2
// expect: BUG race
// The outside scalar only decides a branch, so the race stays a BUG that rests on lib_flag().
#include <pthread.h>
#include <stddef.h>
int lib_flag(void);
static int x;
static void *worker(void *arg) {
	(void)arg;
	if (lib_flag())
	    x++; // race!
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
