// check: --property race --rounds 2 --unwind 2
// expect: BUG race
// Freed while the thread may still write.
#include <heddle.h>
#include <pthread.h>
#include <stdlib.h>

void *worker(void *arg)
{
	int *p = arg;
	for (int k = heddle_nondet_uchar() & 3; k > 0; k--)
		*p = 1; // race!
	return 0;
}

int main(void)
{
	pthread_t t;
	int *p = malloc(sizeof *p);
	pthread_create(&t, 0, worker, p);
	free(p); // race!
	pthread_join(t, 0);
	return 0;
}
