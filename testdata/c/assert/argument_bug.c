// check: --property assert
// expect: BUG assert
// Trap 10: the argument may change before the new thread reads it.
#include <assert.h>
#include <pthread.h>

void *worker(void *arg)
{
	assert(*(int *)arg == 1); // fail!
	return 0;
}

int main(void)
{
	pthread_t t;
	int n = 1;
	pthread_create(&t, 0, worker, &n);
	n = 2;
	pthread_join(t, 0);
	return 0;
}
