// check: --property race --rounds 2 --unwind 2
// expect: BUG race
// A section that fails has raced with what it read before. Slices took the check for an assumption, with which it does not begin.
#include <heddle.h>
#include <pthread.h>

int progress;

void *reader(void *arg)
{
	progress = 1;
	progress = 2; // race!
	return 0;
}

int main(void)
{
	pthread_t t;
	pthread_create(&t, 0, reader, 0);
	heddle_atomic {
		if (heddle_nondet_int()) {
			heddle_assume(progress == 1); // race!
			heddle_assert(0);
		}
	}
	return 0;
}
