// check: --property assert
// expect: PROVED
// A detached thread ends with the process; what it has not done by then is not done.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

atomic_int x;

void *worker(void *arg)
{
	x = 1;
	return 0;
}

int main(void)
{
	pthread_t t;
	pthread_create(&t, 0, worker, 0);
	pthread_detach(t);
	int a = x, b = x;
	assert(a <= b);
	return 0;
}
