// check: --property race --rounds 2 --unwind 2
// expect: BUG race
// Waiting gives up when the thread is not over yet.
#define _GNU_SOURCE
#include <heddle.h>
#include <pthread.h>

int x;

void *worker(void *arg)
{
	for (int k = heddle_nondet_uchar() & 3; k > 0; k--)
		x = !x; // race!
	return 0;
}

int main(void)
{
	pthread_t t;
	pthread_create(&t, 0, worker, 0);
	pthread_tryjoin_np(t, 0);
	x = 2; // race!
	return 0;
}
