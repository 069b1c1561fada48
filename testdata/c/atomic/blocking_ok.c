// check: --property assert
// expect: PROVED
// Trap 11: a section that would block inside does not begin, so what stands before the assumption is not seen either.
#include <heddle.h>
#include <pthread.h>

int go, y;

void *worker(void *arg)
{
	heddle_atomic {
		y = 1;
		heddle_assume(go);
		y = 2;
	}
	return 0;
}

int main(void)
{
	pthread_t t;
	pthread_create(&t, 0, worker, 0);
	heddle_assert(y == 0);
	go = 1;
	heddle_assert(y != 1);
	pthread_join(t, 0);
	heddle_assert(y == 2);
	return 0;
}
