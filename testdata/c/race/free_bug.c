// check: --property race
// expect: BUG race
// free is a plain write of the whole object.
#include <pthread.h>
#include <stdlib.h>

int *p;

void *worker(void *arg)
{
	return (void *)(long)p[1]; // race!
}

int main(void)
{
	pthread_t t;
	p = calloc(2, sizeof *p);
	pthread_create(&t, 0, worker, 0);
	free(p); // race!
	pthread_join(t, 0);
	return 0;
}
