// check: --property assert
// expect: BUG assert
// The same number before and after, but nobody looks whether it is odd.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

atomic_uint number;
atomic_int a, b;

void *writer(void *arg)
{
	number++;
	a = 1;
	b = 1;
	number++;
	return arg;
}

int main(void)
{
	pthread_t t;
	pthread_create(&t, 0, writer, 0);
	unsigned before = number;
	int x = a, y = b;
	if (number == before)
		assert(x == y); // fail!
	pthread_join(t, 0);
	return 0;
}
