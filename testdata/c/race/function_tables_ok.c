// check: --property race
// expect: PROVED
// expect[rounds]: PROVED
// As function_tables_bug.c, with a lock.
#include <pthread.h>
#include <stdlib.h>

struct ops {
	void *(*get)(void *);
	void *(*put)(void *);
};

int x, y, z;
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;

static void *get(void *p)
{
	pthread_mutex_lock(&m);
	x++; // norace
	pthread_mutex_unlock(&m);
	return p;
}

static void *put(void *p)
{
	y++; // norace
	return p;
}

static void *put2(void *p)
{
	y += 2; // norace
	return p;
}

static int plain(void)
{
	z++; // norace
	return 0;
}

static const struct ops one = { get, put }, two = { get, put2 };
struct dev {
	int id;
	const struct ops *ops;
} *dev;

void *worker(void *arg)
{
	struct dev *d = arg;
	return d->ops->get(d);
}

int nondet_int(void);

int main(void)
{
	pthread_t t;
	dev = malloc(sizeof *dev);
	dev->ops = nondet_int() ? &one : &two;
	dev->ops->put(dev);
	((void *(*)(void *))plain)(dev);
	pthread_create(&t, 0, worker, dev);
	dev->ops->get(dev);
	pthread_join(t, 0);
	return 0;
}
