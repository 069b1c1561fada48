// check: --property race
// expect: BUG race
// expect[rounds]: BUG race
// Which function of a table is called is known by the member; which table, not. An adapter is called only where what it adapts may be.
#include <pthread.h>
#include <stdlib.h>

struct ops {
	void *(*get)(void *);
	void *(*put)(void *);
};

int x, y, z;

static void *get(void *p)
{
	x++; // race!
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

int main(int argc, char **argv)
{
	pthread_t t;
	dev = malloc(sizeof *dev);
	dev->ops = argc > 1 ? &one : &two;
	dev->ops->put(dev);
	((void *(*)(void *))plain)(dev);
	pthread_create(&t, 0, worker, dev);
	dev->ops->get(dev);
	pthread_join(t, 0);
	return 0;
}
