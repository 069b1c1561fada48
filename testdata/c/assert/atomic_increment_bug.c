// check: --property assert
// expect: BUG assert
// On an _Atomic object x = x + 1 is two steps.
#include <assert.h>
#include <pthread.h>

_Atomic int x;

void *worker(void *arg)
{
	x = x + 1;
	return 0;
}

int main(void)
{
	pthread_t a, b;
	pthread_create(&a, 0, worker, 0);
	pthread_create(&b, 0, worker, 0);
	pthread_join(a, 0);
	pthread_join(b, 0);
	assert(x == 2); // fail!
	return 0;
}
