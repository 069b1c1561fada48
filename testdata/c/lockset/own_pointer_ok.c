// check: --property race --rounds 2 --unwind 2
// expect: PROVED
// Each thread has an element, by its address.
#include <heddle.h>
#include <pthread.h>

struct cell {
	int id, n;
} a[3];

void *worker(void *arg)
{
	struct cell *c = arg;
	for (int k = heddle_nondet_uchar() & 3; k > 0; k--)
		c->n = !c->n; // norace
	return 0;
}

int main(void)
{
	pthread_t t;
	int n = heddle_nondet_uchar() & 3;
	for (int i = 0; i < n; i++) {
		struct cell *c = &a[i];
		pthread_create(&t, 0, worker, c);
	}
	return 0;
}
