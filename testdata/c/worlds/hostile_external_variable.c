// check: --property race --rounds 2 --unwind 2
// expect: UNKNOWN
// Lib_poke may be defined in another file and then writes `shared`, which has external linkage, beside the program's write.
#include <pthread.h>
#include <stddef.h>
int shared;
void lib_poke(void);
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
