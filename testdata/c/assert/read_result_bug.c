// check: --property assert
// expect: BUG assert
// A thread function that falls off its end returns anything, and here somebody reads it.
#include <assert.h>
#include <pthread.h>

void *work(void *a)
{
}

int main(void)
{
	pthread_t t;
	void *r;
	pthread_create(&t, 0, work, 0);
	pthread_join(t, &r);
	assert(r == 0); // assert!
	return 0;
}
