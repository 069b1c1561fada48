// check: --property race --rounds 2 --unwind 2
// expect: BUG race
// slow: explore
// The last element has two threads.
#include <heddle.h>
#include <pthread.h>

int a[20];

void *worker(void *arg)
{
	int *p = arg;
	while (heddle_nondet_bool())
		*p = !*p; // race!
	return 0;
}

int main(void)
{
	pthread_t t;
	int i = 0, n = heddle_nondet_int();
	heddle_assume(n > 0 && n <= 20);
	for (; i < n; i++)
		pthread_create(&t, 0, worker, &a[i]);
	pthread_create(&t, 0, worker, &a[n - 1]);
	return 0;
}
