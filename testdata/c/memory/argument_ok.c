// check: --property memory
// expect: PROVED
// The thread owns its argument and frees it.
#include <pthread.h>
#include <stdlib.h>

pthread_t t;

void *worker(void *arg)
{
	long n = *(int *)arg;
	free(arg);
	return (void *)n;
}

void start(void)
{
	int *n = malloc(sizeof *n);
	*n = 1;
	pthread_create(&t, 0, worker, n);
}

int main(void)
{
	start();
	pthread_join(t, 0);
	return 0;
}
