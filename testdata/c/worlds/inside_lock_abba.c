// check: --property deadlock --rounds 2 --unwind 2
// expect: BUG deadlock
// Locks inside a returned object are free locks of that object, and the two threads take them in opposite order.
#include <pthread.h>
#include <stddef.h>
struct dev { pthread_mutex_t a, b; int n; };
struct dev *lib_open(void);
static struct dev *d;
static void *one(void *arg) {
	(void)arg;
	pthread_mutex_lock(&d->a);
	pthread_mutex_lock(&d->b);
	d->n++;
	pthread_mutex_unlock(&d->b);
	pthread_mutex_unlock(&d->a);
	return NULL;
}
static void *two(void *arg) {
	(void)arg;
	pthread_mutex_lock(&d->b);
	pthread_mutex_lock(&d->a);
	d->n++;
	pthread_mutex_unlock(&d->a);
	pthread_mutex_unlock(&d->b);
	return NULL;
}
int main(void) {
	pthread_t s, t;
	d = lib_open();
	pthread_create(&s, NULL, one, NULL);
	pthread_create(&t, NULL, two, NULL);
	pthread_join(s, NULL);
	pthread_join(t, NULL);
	return 0;
}
