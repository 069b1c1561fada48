// check: --property race --rounds 2 --unwind 2
// expect: PROVED
// Two kinds of threads; what is written then belongs to those that were joined.
#include <heddle.h>
#include <pthread.h>

int x, y;

void *reads_x(void *arg)
{
	return (void *)(long)x; // norace
}

void *reads_y(void *arg)
{
	return (void *)(long)y; // norace
}

int main(void)
{
	pthread_t s, t[3];
	int n = heddle_nondet_uchar() & 3;
	pthread_create(&s, 0, reads_x, 0);
	for (int i = 0; i < n; i++)
		pthread_create(&t[i], 0, reads_y, 0);
	for (int i = 0; i < n; i++)
		pthread_join(t[i], 0);
	y = 1; // norace
	return 0;
}
