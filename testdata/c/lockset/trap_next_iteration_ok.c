// check: --property race --rounds 2 --unwind 2
// expect: PROVED
// Written before the first thread is made.
#include <heddle.h>
#include <pthread.h>

int x;

void *worker(void *arg)
{
	return (void *)(long)x; // norace
}

int main(void)
{
	pthread_t t;
	x = 1; // norace
	for (int k = heddle_nondet_uchar() & 3; k > 0; k--) {
		pthread_create(&t, 0, worker, 0);
	}
	return 0;
}
