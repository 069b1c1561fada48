// check: --property assert
// expect: BUG assert
// The last thing that others see of a thread is not its end.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

int pthread_tryjoin_np(pthread_t, void **);

atomic_int n;

void *idle(void *a) { return a; }

void *work(void *a)
{
	n = 1;
	return a;
}

int main(void)
{
	pthread_t t, u;
	pthread_create(&t, 0, idle, 0);
	assert(pthread_tryjoin_np(t, 0) == 0); // fail!
	pthread_create(&u, 0, work, 0);
	if (n == 1)
		assert(pthread_tryjoin_np(u, 0) == 0); // fail!
	return 0;
}
