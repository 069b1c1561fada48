// check: --property assert
// expect: BUG assert
// Two increments, one lost.
#include <assert.h>
#include <pthread.h>

int x;

void *worker(void *arg)
{
	x++;
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
