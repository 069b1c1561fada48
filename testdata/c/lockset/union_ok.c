// check: --property race --rounds 2 --unwind 2
// expect: PROVED
// Two halves of one union.
#include <heddle.h>
#include <pthread.h>

union word {
	int all;
	short half[2];
} u;

void *low(void *arg)
{
	for (int k = heddle_nondet_uchar() & 3; k > 0; k--)
		u.half[0] = 1; // norace
	return 0;
}

void *high(void *arg)
{
	for (int k = heddle_nondet_uchar() & 3; k > 0; k--)
		u.half[1] = 2; // norace
	return 0;
}

int main(void)
{
	pthread_t s, t;
	pthread_create(&s, 0, low, 0);
	pthread_create(&t, 0, high, 0);
	return 0;
}
