// check: --property assert
// expect: BUG assert
// Whether there was a thread to wait for is no number of the outside, whatever the thread's result is.
#include <assert.h>
#include <pthread.h>

int ext(void);

static void *returns(void *p)
{
	return (void *)(long)ext();
}

int main(void)
{
	pthread_t t;
	void *r;

	pthread_create(&t, 0, returns, 0);
	assert(pthread_join(t, &r) != 0);
	return 0;
}
