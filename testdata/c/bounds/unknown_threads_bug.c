// check: --property assert
// expect: BUG assert
// Trap 4: a spawn in a loop whose length is an input; the failure needs two threads.
#include <heddle.h>
#include <pthread.h>

int x;

void *worker(void *arg)
{
	x++;
	return 0;
}

int main(void)
{
	pthread_t t[3];
	unsigned char n = heddle_nondet_uchar();
	heddle_assume(n <= 3);
	for (int i = 0; i < n; i++)
		pthread_create(&t[i], 0, worker, 0);
	for (int i = 0; i < n; i++)
		pthread_join(t[i], 0);
	heddle_assert(x == n); // fail!
	return 0;
}
