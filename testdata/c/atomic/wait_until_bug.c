// check: --property assert
// expect: BUG assert
// The assumption and the store are two steps.
#include <heddle.h>
#include <pthread.h>

int held, x;

void acquire(void)
{
	heddle_assume(!held);
	held = 1;
}

void *worker(void *arg)
{
	acquire();
	x++;
	held = 0;
	return 0;
}

int main(void)
{
	pthread_t t;
	pthread_create(&t, 0, worker, 0);
	acquire();
	x++;
	held = 0;
	pthread_join(t, 0);
	heddle_assert(x == 2); // fail!
	return 0;
}
