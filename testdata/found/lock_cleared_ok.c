// check: --property race
// expect: PROVED
// A struct is cleared before its lock is used, or before it is initialized: nothing is unusual about that.
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

struct dev {
	int n;
	pthread_mutex_t lock;
};

static struct dev first;

static void *worker(void *arg)
{
	struct dev *d = arg;
	pthread_mutex_lock(&first.lock);
	first.n++;
	pthread_mutex_unlock(&first.lock);
	pthread_mutex_lock(&d->lock);
	d->n++;
	pthread_mutex_unlock(&d->lock);
	return 0;
}

int main(void)
{
	pthread_t t;
	struct dev *d = malloc(sizeof *d);
	memset(&first, 0, sizeof first);
	*d = (struct dev){ 1 };
	pthread_mutex_init(&d->lock, 0);
	pthread_create(&t, 0, worker, d);
	worker(d);
	pthread_join(t, 0);
	return 0;
}
