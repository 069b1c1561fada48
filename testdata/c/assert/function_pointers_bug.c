// check: --property assert
// expect: BUG assert
// Function pointers in a struct, one of them replaced while the other thread calls through it.
#include <assert.h>
#include <pthread.h>

static int good(int x) { return x + 1; }
static int evil(int x) { return x - 1; }

struct ops { int (*step)(int); } ops = {good};

void *worker(void *arg)
{
	struct ops *o = arg;
	o->step = evil;
	return 0;
}

int main(void)
{
	pthread_t t;
	pthread_create(&t, 0, worker, &ops);
	assert(ops.step(1) == 2); // fail!
	pthread_join(t, 0);
	return 0;
}
