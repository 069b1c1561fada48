// check: --property race --rounds 2 --unwind 2
// expect: BUG race
// A pointer result is a valid object, so two threads that write through one returned pointer race in a friendly execution.
#include <pthread.h>
#include <stddef.h>
struct q { int n; };
struct q *lib_get(void);
static struct q *q;
static void *worker(void *arg) {
	(void)arg;
	q->n++; // race!
	return NULL;
}
int main(void) {
	pthread_t a, b;
	q = lib_get();
	pthread_create(&a, NULL, worker, NULL);
	pthread_create(&b, NULL, worker, NULL);
	pthread_join(a, NULL);
	pthread_join(b, NULL);
	return 0;
}
