// check: --property race --rounds 2 --unwind 2
// expect: UNKNOWN
// The outside reads the pointer `gp`, which has external linkage, and writes the static variable that it leads to.
#include <pthread.h>
#include <stddef.h>
static int hidden;
int *gp = &hidden;
void lib_poke(void);
static void *worker(void *arg) {
	(void)arg;
	lib_poke();
	return NULL;
}
int main(void) {
	pthread_t t;
	pthread_create(&t, NULL, worker, NULL);
	hidden = 1;
	pthread_join(t, NULL);
	return 0;
}
