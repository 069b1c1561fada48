// check: --property memory
// expect: BUG use-after-free
// The count is read again after it was decremented: by then the other thread may have freed the object.
#include <pthread.h>
#include <stdlib.h>

struct obj { int refs; int x; } *o;

void put(void)
{
	__atomic_sub_fetch(&o->refs, 1, __ATOMIC_ACQ_REL);
	if (__atomic_load_n(&o->refs, __ATOMIC_ACQUIRE) == 0) // use-after-free!
		free(o); // double-free!
}

void *worker(void *arg)
{
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
