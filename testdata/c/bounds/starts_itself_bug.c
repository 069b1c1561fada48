// check: --property assert
// expect: BUG assert
// Trap 4: a thread that starts one of its own kind, as long as it likes. Two generations fail.
#include <heddle.h>
#include <pthread.h>

int depth;

void *again(void *arg)
{
	pthread_t t;
	depth++;
	heddle_assert(depth < 2); // fail!
	if (heddle_nondet_int()) {
		pthread_create(&t, 0, again, 0);
		pthread_join(t, 0);
	}
	return 0;
}

int main(void)
{
	pthread_t t;
	pthread_create(&t, 0, again, 0);
	pthread_join(t, 0);
	return 0;
}
