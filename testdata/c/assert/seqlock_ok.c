// check: --property assert
// expect: PROVED
// A reader that saw the same even number before and after has not read a pair half written.
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
	if (before % 2 == 0 && number == before)
		assert(x == y);
	pthread_join(t, 0);
	return 0;
}
