// check: --property memory
// expect: BUG double-free
// Read and set to null in two steps, both can get it.
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

void *_Atomic shared;

void *worker(void *arg)
{
	void *mine = shared;
	shared = 0;
	free(mine); // double-free!
	return arg;
}

int main(void)
{
	pthread_t t;
	shared = malloc(4);
	pthread_create(&t, 0, worker, 0);
	worker(0);
	pthread_join(t, 0);
	return 0;
}
