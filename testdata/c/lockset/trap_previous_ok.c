// check: --property race --rounds 2 --unwind 2
// expect: PROVED
// slow: lockset
// Each thread gets a new object; its maker writes the one that no thread has yet.
#include <heddle.h>
#include <pthread.h>
#include <stdlib.h>

struct box {
	int n;
};

void *worker(void *arg)
{
	struct box *b = arg;
	b->n = 1; // norace
	return 0;
}

int main(void)
{
	pthread_t t;
	struct box *previous = 0;
	for (int k = heddle_nondet_uchar() & 3; k > 0; k--) {
		struct box *b = malloc(sizeof *b);
		b->n = 0;
		if (previous)
			b->n = 2; // norace
		pthread_create(&t, 0, worker, b);
		previous = b;
	}
	return 0;
}
