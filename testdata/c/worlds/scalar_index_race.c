// check: --property race --rounds 2 --unwind 2
// expect: POSSIBLE race
// The racing addresses are data from an outside scalar.
#include <pthread.h>
#include <stddef.h>
unsigned lib_slot(void);
static int a[8];
static void *worker(void *arg) {
	(void)arg;
	a[lib_slot() & 7] = 1; // race!
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
