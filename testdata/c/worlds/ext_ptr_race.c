// check: --property race --rounds 2 --unwind 2
// expect: BUG race
// An extern pointer leads to a valid object, which two threads write.
#include <pthread.h>
#include <stddef.h>
struct cfg { int n; };
extern struct cfg *cfg;
static void *worker(void *arg) {
	(void)arg;
	cfg->n = 1; // race!
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
