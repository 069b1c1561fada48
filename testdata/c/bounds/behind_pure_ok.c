// check: --property race,assert
// expect: PROVED
// expect[rounds]: PROVED
// What the loop computes is exact.
#include <assert.h>
#include <pthread.h>

int x;

void *worker(void *arg)
{
	x++; // norace
	return 0;
}

int main(void)
{
	unsigned sum = 0;
	for (int i = 0; i < 100000; i++)
		sum += i * 7;
	assert(sum == (unsigned)(7ull * 99999 * 50000)); // nofail
	pthread_t t;
	pthread_create(&t, 0, worker, 0);
	pthread_join(t, 0);
	x = sum; // norace
	return 0;
}
