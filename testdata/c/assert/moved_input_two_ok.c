// check: --property assert,race
// expect: PROVED
// Two threads look at one input at the same time, each takes another way: never both the same.
#include <heddle.h>
#include <pthread.h>

unsigned char x;
int n;

void *work(void *p)
{
	if (x > 100)
		n = 1; // norace
	return 0;
}

int main(void)
{
	pthread_t t;
	x = heddle_nondet_uchar();
	pthread_create(&t, 0, work, 0);
	if (x <= 100)
		n = 2; // norace
	pthread_join(t, 0);
	heddle_assert(n == 2 - (x > 100));
	return 0;
}
