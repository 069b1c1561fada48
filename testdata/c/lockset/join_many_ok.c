// check: --property race --rounds 2 --unwind 2 --timeout 10s
// expect: PROVED
// expect[explore]: UNKNOWN
// slow: explore
// Any number of threads up to a thousand, all joined.
#include <heddle.h>
#include <pthread.h>

pthread_t t[1000];
int x;

void *worker(void *arg)
{
	return (void *)(long)x; // norace
}

int main(void)
{
	int n = heddle_nondet_int();
	heddle_assume(n >= 0 && n <= 1000);
	for (int i = 0; i < n; i++)
		pthread_create(&t[i], 0, worker, 0);
	for (int i = 0; i < n; i++)
		pthread_join(t[i], 0);
	x = 2; // norace
	return 0;
}
