// check: --property race --rounds 2 --unwind 2
// expect: BUG race
// An uninitialised pointer handed over gets a valid object, and both threads write through that one pointer.
#include <pthread.h>
#include <stddef.h>
struct db { int n; };
int db_open(const char *name, struct db **out);
static void *worker(void *arg) {
	struct db *d = arg;
	d->n++; // race!
	return NULL;
}
int main(void) {
	pthread_t a, b;
	struct db *d;
	if (db_open("x", &d) != 0)
	    return 1;
	pthread_create(&a, NULL, worker, d);
	pthread_create(&b, NULL, worker, d);
	pthread_join(a, NULL);
	pthread_join(b, NULL);
	return 0;
}
