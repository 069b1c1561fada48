// check: --property assert
// expect: BUG assert
// Trap 3: ending the process is a synchronization operation: the thread may run after the last store of main and before
// the process ends.
#include <assert.h>
#include <pthread.h>

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
	return 0;
}
