// check: --property memory
// expect: PROVED
// The last one out frees: a reference count that is decremented in one step.
#include <pthread.h>
#include <stdlib.h>

struct obj { int refs; int x; } *o;

void put(void)
{
	if (__atomic_sub_fetch(&o->refs, 1, __ATOMIC_ACQ_REL) == 0)
		free(o);
}

void *worker(void *arg)
{
	o->x = 1;
	put();
	return 0;
}

int main(void)
{
	pthread_t t;
	o = calloc(1, sizeof *o);
	o->refs = 2;
	pthread_create(&t, 0, worker, 0);
	put();
	pthread_join(t, 0);
	return 0;
}
