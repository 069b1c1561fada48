// check: --property race --rounds 2 --unwind 2
// expect: BUG race
// Each thread has a block of the array, and one element of the next.
#include <heddle.h>
#include <pthread.h>

enum { THREADS = 3, SIZE = 2 };
int a[THREADS * SIZE];

void *worker(void *arg)
{
	long first = (long)arg * SIZE;
	long end = first + SIZE + 1;
	for (long j = first; j < end; j++)
		a[j] = 1; // race!
	return 0;
}

int main(void)
{
	pthread_t t;
	int n = heddle_nondet_uchar() % (THREADS + 1);
	for (long i = 0; i < n; i++)
		pthread_create(&t, 0, worker, (void *)i);
	return 0;
}
