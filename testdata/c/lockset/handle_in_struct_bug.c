// check: --property race --rounds 2 --unwind 2
// expect: BUG race
// The handle that is joined belongs to another object.
#include <heddle.h>
#include <pthread.h>

struct task {
	pthread_t t;
	int n;
} a[2];

void *worker(void *arg)
{
	struct task *x = arg;
	for (int k = heddle_nondet_uchar() & 3; k > 0; k--)
		x->n = !x->n; // race!
	return 0;
}

static int finish(struct task *x)
{
	pthread_join(a[0].t, 0);
	return x->n; // race!
}

int main(void)
{
	int sum = 0;
	for (int i = 0; i < 2; i++)
		pthread_create(&a[i].t, 0, worker, &a[i]);
	for (int i = 0; i < 2; i++)
		sum |= finish(&a[i]);
	return sum;
}
