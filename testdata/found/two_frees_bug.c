// check: --engine kiss --property race
// expect: BUG race
// Two threads free an object that nobody looks into, so it has no field that races could be looked for in.
#include <pthread.h>
#include <stdlib.h>

static int *p;

static void *frees(void *arg)
{
	free(__atomic_load_n(&p, __ATOMIC_SEQ_CST)); // race!
	return arg;
}

int main(void)
{
	pthread_t t;
	p = calloc(1, 8);
	pthread_create(&t, 0, frees, 0);
	free(p); // race!
	pthread_join(t, 0);
	return 0;
}
