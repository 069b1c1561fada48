// check: --property assert
// expect: BUG assert
// One input in two places is one value: looking at the one says what the other is.
#include <heddle.h>
#include <pthread.h>

unsigned char x, y;

void *work(void *p)
{
	y = x;
	return 0;
}

int main(void)
{
	pthread_t t;
	x = heddle_nondet_uchar();
	pthread_create(&t, 0, work, 0);
	pthread_join(t, 0);
	if (x > 100) {
		heddle_assert(y > 100);
		heddle_assert(y != 200); // assert!
	}
	return 0;
}
