// check: --property memory
// expect: BUG use-after-free
// Freed before the thread is done with it.
#include <pthread.h>
#include <stdlib.h>

void *worker(void *arg)
{
	*(int *)arg = 1; // use-after-free!
	return 0;
}

int main(void)
{
	pthread_t t;
	int *p = malloc(sizeof *p);
	pthread_create(&t, 0, worker, p);
	free(p);
	pthread_join(t, 0);
	return 0;
}
