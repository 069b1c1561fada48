// check: --property assert,race
// expect: PROVED
// 32-bit inputs go through shared memory and are only ever compared with constants, by two threads.
#include <heddle.h>
#include <pthread.h>

int level;
int high, low;

void *work(void *p)
{
	if (level > 1000)
		high = 1;
	return 0;
}

int main(void)
{
	pthread_t t;
	level = heddle_nondet_int();
	pthread_create(&t, 0, work, 0);
	if (level < -5)
		low = 1;
	pthread_join(t, 0);
	heddle_assert(!(high && low));
	switch (level) {
	case 1001:
		heddle_assert(high);
		break;
	case -6:
		heddle_assert(low);
		break;
	}
	return 0;
}
