// Locking is no data access, so it does not race with a free of what holds the lock.
// check: --property race
// expect: PROVED
#include <pthread.h>
#include <stdlib.h>

struct device {
	int open;
	pthread_mutex_t m;
};

static struct device *d;

static void *user(void *arg)
{
	pthread_mutex_lock(&d->m);
	return arg;
}

int main(void)
{
	pthread_t id;
	d = calloc(1, sizeof *d);
	pthread_mutex_init(&d->m, 0);
	pthread_create(&id, 0, user, 0);
	free(d); // norace
	return 0;
}
