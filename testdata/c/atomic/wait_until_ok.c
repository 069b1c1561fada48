// check: --property assert
// expect: PROVED
// A lock made of an assumption in an atomic section.
#include <heddle.h>
#include <pthread.h>

int held, x;

void acquire(void)
{
	heddle_atomic {
		heddle_assume(!held);
		held = 1;
	}
}

void release(void)
{
	heddle_atomic { held = 0; }
}

void *worker(void *arg)
{
	acquire();
	x++;
	release();
	return 0;
}

int main(void)
{
	pthread_t t;
	pthread_create(&t, 0, worker, 0);
	acquire();
	x++;
	release();
	pthread_join(t, 0);
	heddle_assert(x == 2);
	return 0;
}
