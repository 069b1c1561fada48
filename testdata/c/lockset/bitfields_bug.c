// check: --property race --rounds 2 --unwind 2
// expect: BUG race
// Two bit-fields side by side are one memory location.
#include <heddle.h>
#include <pthread.h>

struct flags {
	unsigned a : 4;
	unsigned b : 4;
} f;

void *left(void *arg)
{
	for (int k = heddle_nondet_uchar() & 3; k > 0; k--)
		f.a = 1; // race!
	return 0;
}

void *right(void *arg)
{
	for (int k = heddle_nondet_uchar() & 3; k > 0; k--)
		f.b = 2; // race!
	return 0;
}

int main(void)
{
	pthread_t s, t;
	pthread_create(&s, 0, left, 0);
	pthread_create(&t, 0, right, 0);
	return 0;
}
