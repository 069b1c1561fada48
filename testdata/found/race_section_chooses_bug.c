// check: --property race --rounds 2 --unwind 2
// expect: BUG race
// What a section accesses may depend on what it chooses. The execution that was shown left the choice out, and showed no race.
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
			progress = 5; // race!
		}
	}
	return 0;
}
