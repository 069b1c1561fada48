// check: --property assert
// expect: BUG assert
// Trap 13: each thread has to run several times in turn before the assertion fails.
#include <assert.h>
#include <pthread.h>

int s;

void *odd(void *arg)
{
	if (s == 0)
		s = 1;
	if (s == 2)
		s = 3;
	assert(s != 4); // fail!
	return 0;
}

void *even(void *arg)
{
	if (s == 1)
		s = 2;
	if (s == 3)
		s = 4;
	return 0;
}

int main(void)
{
	pthread_t a, b;
	pthread_create(&a, 0, odd, 0);
	pthread_create(&b, 0, even, 0);
	pthread_join(a, 0);
	pthread_join(b, 0);
	return 0;
}
