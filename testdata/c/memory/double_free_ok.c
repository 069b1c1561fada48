// check: --property memory
// expect: PROVED
// The pointer is taken in one step; freeing null does nothing.
#include <pthread.h>
#include <stdlib.h>

char *p;

void release(void)
{
	free(__atomic_exchange_n(&p, 0, __ATOMIC_ACQ_REL));
}

void *worker(void *arg)
{
	release();
	return 0;
}

int main(void)
{
	pthread_t t;
	p = malloc(1);
	pthread_create(&t, 0, worker, 0);
	release();
	pthread_join(t, 0);
	return 0;
}
