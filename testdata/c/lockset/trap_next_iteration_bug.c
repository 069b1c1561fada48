// check: --property race --rounds 2 --unwind 2
// expect: BUG race
// Written before the thread is made, and once more before the next one is.
#include <heddle.h>
#include <pthread.h>

int x;

void *worker(void *arg)
{
	return (void *)(long)x; // race!
}

int main(void)
{
	pthread_t t;
	for (int k = heddle_nondet_uchar() & 3; k > 0; k--) {
		x = 1; // race!
		pthread_create(&t, 0, worker, 0);
	}
	return 0;
}
