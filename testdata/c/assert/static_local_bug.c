// check: --property assert
// expect: BUG assert
// A static local is one object for all threads.
#include <assert.h>
#include <pthread.h>

int next(void)
{
	static int n;
	n++;
	return n;
}

void *worker(void *arg)
{
	next();
	return 0;
}

int main(void)
{
	pthread_t t;
	pthread_create(&t, 0, worker, 0);
	int a = next();
	assert(a == 1); // fail!
	pthread_join(t, 0);
	return 0;
}
