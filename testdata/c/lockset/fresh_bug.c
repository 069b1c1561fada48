// check: --property race --rounds 2 --unwind 2
// expect: BUG race
// slow: lockset
// All threads get the same object.
#include <heddle.h>
#include <pthread.h>
#include <stdlib.h>

void *worker(void *arg)
{
	int *p = arg;
	*p = 0; // race!
	for (int k = heddle_nondet_uchar() & 3; k > 0; k--)
		*p = !*p; // race!
	return 0;
}

int main(void)
{
	pthread_t t;
	int n = heddle_nondet_uchar() & 3;
	int *p = malloc(sizeof *p);
	for (int i = 0; i < n; i++) {
		pthread_create(&t, 0, worker, p);
	}
	return 0;
}
