// check: --property assert
// expect: PROVED
// Trap 10: without it pthread_create succeeds.
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
	assert(ran);
	return 0;
}
