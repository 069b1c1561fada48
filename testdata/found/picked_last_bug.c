// check: --property memory --rounds 2 --unwind 2
// expect: BUG use-after-free double-free
// As picked_last.c, but it is freed whatever the answer is.
#include <pthread.h>
#include <stdlib.h>

struct object {
	int v;
};

int object_put(struct object *);
static struct object *o;

static void *worker(void *arg)
{
	int v = o->v; // use-after-free!
	(void)object_put(o);
	free(o); // double-free!
	(void)v;
	return arg;
}

int main(void)
{
	pthread_t t;
	o = calloc(1, sizeof *o);
	if (!o)
		return 1;
	pthread_create(&t, 0, worker, 0);
	worker(0);
	pthread_join(t, 0);
	return 0;
}
