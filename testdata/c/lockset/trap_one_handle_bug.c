// check: --property race --rounds 2 --unwind 2
// expect: BUG race
// As many joins as threads, but one variable for all handles: the last is joined, and again.
#include <heddle.h>
#include <pthread.h>

int x;

void *worker(void *arg)
{
	x = 1; // race!
	return 0;
}

int main(void)
{
	pthread_t t[3];
	int n = heddle_nondet_uchar() & 3, last = 0;
	for (int i = 0; i < n; i++)
		pthread_create(&t[last], 0, worker, 0);
	if (n > 0)
		pthread_join(t[last], 0);
	x = 2; // race!
	return 0;
}
