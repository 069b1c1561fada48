// check: --property race --rounds 2 --unwind 2
// expect: PROVED
// slow: lockset
// As many joins as threads, each with the handle of its own.
#include <heddle.h>
#include <pthread.h>

int a[3];

void *worker(void *arg)
{
	*(int *)arg = 1; // norace
	return 0;
}

int main(void)
{
	pthread_t t[3];
	int n = heddle_nondet_uchar() & 3, last = 0;
	for (int i = 0; i < n; i++) {
		last = i;
		pthread_create(&t[last], 0, worker, &a[i]);
	}
	for (int i = 0; i < n; i++)
		pthread_join(t[i < last ? i : last], 0);
	a[0] = 2; // norace
	return 0;
}
