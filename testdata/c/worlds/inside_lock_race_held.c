// check: --property race --rounds 2 --unwind 2
// expect: UNKNOWN
// Every access of the program holds the returned object's lock; only a hostile outside that touches object or lock races.
#include <pthread.h>
#include <stddef.h>
struct dev { pthread_mutex_t m; int n; };
struct dev *lib_open(void);
static void *worker(void *arg) {
	struct dev *d = arg;
	pthread_mutex_lock(&d->m);
	d->n++;
	pthread_mutex_unlock(&d->m);
	return NULL;
}
int main(void) {
	pthread_t a, b;
	struct dev *d = lib_open();
	if (!d)
	    return 1;
	pthread_create(&a, NULL, worker, d);
	pthread_create(&b, NULL, worker, d);
	pthread_join(a, NULL);
	pthread_join(b, NULL);
	return 0;
}
