// check: --property assert --rounds 2 --unwind 2
// expect: BUG assert
// The branch that leads straight to reach_error tests the program's own x; the outside scalar decides an outer branch.
#include <pthread.h>
#include <stddef.h>
extern void reach_error(void);
int lib_status(void);
static _Atomic int x;
static void *worker(void *arg) {
	(void)arg;
	x = 1;
	return NULL;
}
int main(void) {
	pthread_t t;
	int e = lib_status();
	pthread_create(&t, NULL, worker, NULL);
	if (e) {
	    int v = x;
	    if (v)
	        reach_error(); // fail!
	}
	pthread_join(t, NULL);
	return 0;
}
