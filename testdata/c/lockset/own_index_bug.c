// check: --property race --rounds 2 --unwind 2
// expect: BUG race
// Two threads have one element: the number is halved.
#include <heddle.h>
#include <pthread.h>

int a[3];

void *worker(void *arg)
{
	long i = (long)arg;
	i /= 2;
	for (int k = heddle_nondet_uchar() & 3; k > 0; k--)
		a[i] = !a[i]; // race!
	return 0;
}

int main(void)
{
	pthread_t t;
	int n = heddle_nondet_uchar() & 3;
	for (long i = 0; i < n; i++)
		pthread_create(&t, 0, worker, (void *)i);
	return 0;
}
