// check: --property race --rounds 2 --unwind 2
// expect: PROVED
// Own objects side by side.
#include <heddle.h>
#include <pthread.h>

int a[6];
enum { STEP = 2 };

struct pair {
	int left, right;
};

void *worker(void *arg)
{
	struct pair *p = arg;
	for (int k = heddle_nondet_uchar() & 3; k > 0; k--) {
		p->left = 1; // norace
		p->right = 2; // norace
	}
	return 0;
}

int main(void)
{
	pthread_t t;
	int n = heddle_nondet_uchar() & 3;
	for (int i = 0; i < n; i++)
		pthread_create(&t, 0, worker, &a[i * STEP]);
	return 0;
}
