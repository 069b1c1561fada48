// check: --property assert --may-fail
// expect: BUG assert
// Trap 10: with --may-fail pthread_create may fail, and no thread runs.
#include <assert.h>
#include <pthread.h>

int ran;

void *worker(void *arg)
{
	ran = 1;
	return 0;
}

int main(void)
{
	pthread_t t;
	int r = pthread_create(&t, 0, worker, 0);
	if (r == 0)
		pthread_join(t, 0);
	assert(ran); // fail!
	return 0;
}
