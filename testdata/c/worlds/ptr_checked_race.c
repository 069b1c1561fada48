// check: --property race --rounds 2 --unwind 2
// expect: BUG race
// A pointer result is never null in the friendly world, so the error return is not taken and the threads race.
#include <pthread.h>
#include <stddef.h>
struct q { int n; };
void *xmalloc(unsigned long size);
static struct q *q;
static void *worker(void *arg) {
	(void)arg;
	q->n++; // race!
	return NULL;
}
int main(void) {
	pthread_t a, b;
	q = xmalloc(sizeof *q);
	if (!q)
	    return 1;
	q->n = 0;
	pthread_create(&a, NULL, worker, NULL);
	pthread_create(&b, NULL, worker, NULL);
	pthread_join(a, NULL);
	pthread_join(b, NULL);
	return 0;
}
