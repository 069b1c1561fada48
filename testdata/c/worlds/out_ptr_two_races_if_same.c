// check: --property race --rounds 2 --unwind 2
// expect: UNKNOWN
// Each thread fills its own uninitialised pointer with a valid object; a race needs the hostile choice that it is one object.
#include <pthread.h>
#include <stddef.h>
struct db { int n; };
int db_open(const char *name, struct db **out);
static void *worker(void *arg) {
	struct db *d;
	(void)arg;
	if (db_open("x", &d) == 0)
	    d->n = 1;
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
