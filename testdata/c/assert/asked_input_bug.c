// check: --property assert,race
// expect: BUG assert
// The two ranges have one number in common.
#include <heddle.h>
#include <pthread.h>

int level;
int high, low;

void *work(void *p)
{
	if (level > 123456)
		high = 1;
	return 0;
}

int main(void)
{
	pthread_t t;
	level = heddle_nondet_int();
	pthread_create(&t, 0, work, 0);
	if (level < 123458)
		low = 1;
	pthread_join(t, 0);
	heddle_assert(!(high && low)); // assert!
	return 0;
}
