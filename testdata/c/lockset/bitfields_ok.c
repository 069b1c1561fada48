// check: --property race --rounds 2 --unwind 2
// expect: PROVED
// A field of width zero parts two memory locations.
#include <heddle.h>
#include <pthread.h>

struct flags {
	unsigned a : 4;
	unsigned : 0;
	unsigned b : 4;
} f;

void *left(void *arg)
{
	for (int k = heddle_nondet_uchar() & 3; k > 0; k--)
		f.a = 1; // norace
	return 0;
}

void *right(void *arg)
{
	for (int k = heddle_nondet_uchar() & 3; k > 0; k--)
		f.b = 2; // norace
	return 0;
}

int main(void)
{
	pthread_t s, t;
	pthread_create(&s, 0, left, 0);
	pthread_create(&t, 0, right, 0);
	return 0;
}
