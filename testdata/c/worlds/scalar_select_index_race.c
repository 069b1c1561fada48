// check: --property race --rounds 2 --unwind 2
// expect: BUG race
// The index is a constant chosen by a branch on an outside scalar, so no address of the race is outside data.
#include <pthread.h>
#include <stddef.h>
int lib_flag(void);
static int a[8];
static void *worker(void *arg) {
	int i = 2;
	(void)arg;
	if (lib_flag())
	    i = 3;
	a[i] = 1; // race!
	return NULL;
}
int main(void) {
	pthread_t s, t;
	pthread_create(&s, NULL, worker, NULL);
	pthread_create(&t, NULL, worker, NULL);
	pthread_join(s, NULL);
	pthread_join(t, NULL);
	return 0;
}
