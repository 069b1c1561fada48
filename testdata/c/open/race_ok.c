// check: --harness start --property race
// expect: PROVED
// expect[explore]: UNKNOWN
// Two threads, a struct of the caller's, and its lock, which is free.
#include <pthread.h>

struct device { pthread_mutex_t lock; int errors; };

static void *worker(void *arg)
{
	struct device *d = arg;
	pthread_mutex_lock(&d->lock);
	d->errors++; // norace
	pthread_mutex_unlock(&d->lock);
	return 0;
}

int start(struct device *d, struct device *e)
{
	pthread_t a, b;
	if (!d || !e)
		return -1;
	pthread_create(&a, 0, worker, d);
	pthread_create(&b, 0, worker, e);
	return 0;
}
