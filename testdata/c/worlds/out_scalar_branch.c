// check: --property race --rounds 2 --unwind 2
// expect: BUG race
// The filled scalar decides only a branch, and the race is on a fixed variable.
#include <pthread.h>
#include <stddef.h>
void lib_measure(int *out);
static int x;
static void *worker(void *arg) {
	int n;
	(void)arg;
	lib_measure(&n);
	if (n > 10)
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
