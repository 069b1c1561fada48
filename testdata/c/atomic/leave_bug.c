// check: --property assert
// expect: BUG assert
// Trap 11: return and goto out of a section end it: the two reads after it are two steps.
#include <heddle.h>
#include <pthread.h>

int x;

int enter(void)
{
	heddle_atomic {
		if (x == 0)
			return 1;
		goto out;
	}
out:
	return 2;
}

void *worker(void *arg)
{
	x = 1;
	return 0;
}

int main(void)
{
	pthread_t t;
	pthread_create(&t, 0, worker, 0);
	enter();
	int a = x;
	int b = x;
	heddle_assert(a == b); // fail!
	pthread_join(t, 0);
	return 0;
}
