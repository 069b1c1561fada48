// check: --property race --rounds 2 --unwind 2
// expect: BUG race
// Written when the second thread is there, which does not.
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
		sum |= x; // race!
	return (void *)(long)sum;
}

int main(void)
{
	pthread_t s, t;
	pthread_create(&s, 0, first, 0);
	pthread_create(&t, 0, second, 0);
	x = 1; // race!
	return 0;
}
