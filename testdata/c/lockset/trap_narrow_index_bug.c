// check: --property race --rounds 2 --unwind 2
// expect: BUG race
// Two numbers that differ are one when they are made narrow.
#include <heddle.h>
#include <pthread.h>

int a[256];

void *worker(void *arg)
{
	unsigned char i = (long)arg;
	for (int k = heddle_nondet_uchar() & 3; k > 0; k--)
		a[i] = !a[i]; // race!
	return 0;
}

int main(void)
{
	pthread_t t;
	int shift = 8;
	int n = heddle_nondet_uchar() & 3;
	for (long i = 0; i < n; i++)
		pthread_create(&t, 0, worker, (void *)(i << shift));
	return 0;
}
