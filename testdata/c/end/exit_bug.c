// check: --property assert
// expect: BUG assert
// Trap 3: the same with exit.
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

_Atomic int x;

void *worker(void *arg)
{
	assert(x == 0); // fail!
	return 0;
}

int main(void)
{
	pthread_t t;
	pthread_create(&t, 0, worker, 0);
	x = 1;
	exit(0);
}
