// check: --harness start --property race
// expect: BUG race
// Two threads and a struct of the caller's; they go on when the function has returned.
#include <pthread.h>

struct device { int open; int errors; };

static void *worker(void *arg)
{
	struct device *d = arg;
	if (d->open) // norace
		d->errors++; // race!
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
