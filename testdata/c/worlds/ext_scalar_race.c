// check: --property race --rounds 2 --unwind 2
// expect: BUG race
// An extern variable is an object at a fixed address that two threads of the program write.
#include <pthread.h>
#include <stddef.h>
extern int debug_level;
static void *worker(void *arg) {
	(void)arg;
	debug_level = 1; // race!
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
