// check: --property race --rounds 2 --unwind 2
// expect: BUG race
// The handles are counted, and one thread more is started than is counted.
#include <heddle.h>
#include <pthread.h>
#include <stdlib.h>

int x;

void *worker(void *arg)
{
	return (void *)(long)x; // race!
}

int main(void)
{
	int n = heddle_nondet_uchar() & 3, made = 0;
	pthread_t *t = malloc((n + 1) * sizeof *t);
	while (made < n && heddle_nondet_bool())
		pthread_create(&t[made++], 0, worker, 0);
	pthread_create(&t[made], 0, worker, 0);
	while (made > 0)
		pthread_join(t[--made], 0);
	x = 1; // race!
	free(t);
	return 0;
}
