// check: --property race --rounds 2 --unwind 2 --timeout 10s
// expect: PROVED
// expect[explore]: UNKNOWN
// slow: explore
// Twenty elements, and for each at most one thread.
#include <heddle.h>
#include <pthread.h>

int a[20];

void *worker(void *arg)
{
	int *p = arg;
	while (heddle_nondet_bool())
		*p = !*p; // norace
	return 0;
}

int main(void)
{
	pthread_t t;
	int i = 0, n = heddle_nondet_int();
	heddle_assume(n > 0 && n <= 20);
	for (; i < n; i++)
		pthread_create(&t, 0, worker, &a[i]);
	return 0;
}
