// check: --property race --rounds 2 --unwind 2
// expect: PROVED
// The thread that was joined has joined the one it made.
#include <heddle.h>
#include <pthread.h>

int x;

void *helper(void *arg)
{
	for (int k = heddle_nondet_uchar() & 3; k > 0; k--)
		x = !x; // norace
	return 0;
}

void *worker(void *arg)
{
	pthread_t t;
	pthread_create(&t, 0, helper, 0);
	pthread_join(t, 0);
	return 0;
}

int main(void)
{
	pthread_t t;
	pthread_create(&t, 0, worker, 0);
	pthread_join(t, 0);
	x = 2; // norace
	return 0;
}
