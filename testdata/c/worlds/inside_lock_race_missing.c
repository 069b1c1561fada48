// check: --property race --rounds 2 --unwind 2
// expect: BUG race
// The returned object and its lock are valid and free, one thread takes the lock and the other does not.
#include <pthread.h>
#include <stddef.h>
struct dev { pthread_mutex_t m; int n; };
struct dev *lib_open(void);
static void *worker(void *arg) {
	struct dev *d = arg;
	pthread_mutex_lock(&d->m);
	d->n = 1;
	pthread_mutex_unlock(&d->m);
	return NULL;
}
int main(void) {
	pthread_t t;
	struct dev *d = lib_open();
	int v;
	pthread_create(&t, NULL, worker, d);
	v = d->n;
	(void)v;
	pthread_join(t, NULL);
	return 0;
}
