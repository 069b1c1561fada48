// check: --property assert
// expect: BUG assert
// A conversion that does not fit ends its own thread, not everything.
#include <assert.h>
#include <pthread.h>

volatile double large = 1e30;
int x;

void *converts(void *arg)
{
	x = (int)large;
	return 0;
}

int main(void)
{
	pthread_t t;
	pthread_create(&t, 0, converts, 0);
	assert(0); // fail!
	return 0;
}
