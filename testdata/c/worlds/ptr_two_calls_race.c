// check: --property race --rounds 2 --unwind 2
// expect: UNKNOWN
// Two calls return two objects; the threads race only if lib_new hands the second thread what it returned to the first.
#include <pthread.h>
#include <stddef.h>
struct q { int n; };
struct q *lib_new(void);
static void *worker(void *arg) {
	struct q *q = lib_new();
	(void)arg;
	if (q)
	    q->n = 1;
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
