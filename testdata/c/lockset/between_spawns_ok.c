// check: --property race --rounds 2 --unwind 2
// expect: PROVED
// Written while there are only threads that leave it alone.
#include <heddle.h>
#include <pthread.h>

int x, y;

void *first(void *arg)
{
	for (int k = heddle_nondet_uchar() & 3; k > 0; k--)
		y = !y;
	return 0;
}

void *second(void *arg)
{
	int sum = 0;
	for (int k = heddle_nondet_uchar() & 3; k > 0; k--)
		sum |= x; // norace
	return (void *)(long)sum;
}

int main(void)
{
	pthread_t s, t;
	pthread_create(&s, 0, first, 0);
	x = 1; // norace
	pthread_create(&t, 0, second, 0);
	return 0;
}
