// check: --property race --rounds 2 --unwind 2
// expect: UNKNOWN
// Lib_poke may call set_shared, which has external linkage, and it writes the static variable without the lock.
#include <pthread.h>
#include <stddef.h>
static int shared;
void lib_poke(void);
void set_shared(void) { shared = 2; }
static void *worker(void *arg) {
	(void)arg;
	lib_poke();
	return NULL;
}
int main(void) {
	pthread_t t;
	pthread_create(&t, NULL, worker, NULL);
	shared = 1;
	pthread_join(t, NULL);
	return 0;
}
