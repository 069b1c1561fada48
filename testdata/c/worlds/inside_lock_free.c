// check: --property deadlock --rounds 2 --unwind 2
// expect: UNKNOWN
// Locks inside a returned object are free in the friendly world; a hostile one is held for ever.
#include <pthread.h>
#include <stddef.h>
struct dev { pthread_mutex_t m; int n; };
struct dev *lib_open(void);
static struct dev *d;
static void *worker(void *arg) {
	(void)arg;
	pthread_mutex_lock(&d->m);
	d->n++;
	pthread_mutex_unlock(&d->m);
	return NULL;
}
int main(void) {
	pthread_t a, b;
	d = lib_open();
	if (!d)
	    return 1;
	pthread_create(&a, NULL, worker, NULL);
	pthread_create(&b, NULL, worker, NULL);
	pthread_join(a, NULL);
	pthread_join(b, NULL);
	return 0;
}
