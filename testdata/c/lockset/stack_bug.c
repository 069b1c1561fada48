// check: --property race --rounds 2 --unwind 2
// expect: BUG race
// slow: explore
// A local variable, written while it is lent.
#include <heddle.h>
#include <pthread.h>

void *worker(void *arg)
{
	int *p = arg;
	for (int k = heddle_nondet_uchar() & 3; k > 0; k--)
		*p = !*p; // race!
	return 0;
}

static int run(void)
{
	pthread_t t;
	int n = 0;
	pthread_create(&t, 0, worker, &n);
	n = 2; // race!
	pthread_join(t, 0);
	return n;
}

int main(void)
{
	int sum = 0;
	for (int k = heddle_nondet_uchar() & 1; k >= 0; k--)
		sum += run();
	return sum;
}
