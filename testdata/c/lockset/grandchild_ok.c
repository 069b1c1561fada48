// check: --property race --rounds 2 --unwind 2
// expect: PROVED
// A thread waits for the thread it has made before it writes.
#include <heddle.h>
#include <pthread.h>

int x;

void *child(void *arg)
{
	for (int k = heddle_nondet_uchar() & 3; k > 0; k--)
		x = !x; // norace
	return 0;
}

void *parent(void *arg)
{
	pthread_t t;
	pthread_create(&t, 0, child, 0);
	pthread_join(t, 0);
	x = 2; // norace
	return 0;
}

int main(void)
{
	pthread_t t;
	pthread_create(&t, 0, parent, 0);
	pthread_join(t, 0);
	x = 3; // norace
	return 0;
}
