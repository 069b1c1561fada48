// check: --property race --rounds 2 --unwind 2
// expect: PROVED
// Each thread gets an object of its own.
#include <heddle.h>
#include <pthread.h>
#include <stdlib.h>

void *worker(void *arg)
{
	int *p = arg;
	*p = 0; // norace
	for (int k = heddle_nondet_uchar() & 3; k > 0; k--)
		*p = !*p; // norace
	return 0;
}

int main(void)
{
	pthread_t t;
	int n = heddle_nondet_uchar() & 3;
	for (int i = 0; i < n; i++) {
		int *p = malloc(sizeof *p);
		pthread_create(&t, 0, worker, p);
	}
	return 0;
}
