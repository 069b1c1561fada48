// check: --property race --rounds 2 --unwind 2
// expect: BUG race
// As many joins as threads, but one variable for all handles: the last is joined, and again.
#include <heddle.h>
#include <pthread.h>

int a[3];

void *worker(void *arg)
{
	*(int *)arg = 1; // race!
	return 0;
}

int main(void)
{
	pthread_t t[3];
	int n = heddle_nondet_uchar() & 3, last = 0;
	for (int i = 0; i < n; i++) {
		last = 0;
		pthread_create(&t[last], 0, worker, &a[i]);
	}
	for (int i = 0; i < n; i++)
		pthread_join(t[i < last ? i : last], 0);
	a[0] = 2; // race!
	return 0;
}
