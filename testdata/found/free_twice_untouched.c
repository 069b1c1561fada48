// check: --property race
// expect: BUG race
// Two threads free what nobody accesses: both are writes of the whole object, although no access gives it a region.
#include <pthread.h>
#include <stdlib.h>

void *p;

void *worker(void *arg)
{
	free(p); // race!
	return 0;
}

int main(void)
{
	pthread_t t, u;
	p = malloc(4);
	pthread_create(&t, 0, worker, 0);
	pthread_create(&u, 0, worker, 0);
	pthread_join(t, 0);
	pthread_join(u, 0);
	return 0;
}
