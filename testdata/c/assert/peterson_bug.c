// check: --property assert
// expect: BUG assert
// Peterson's algorithm with the two first steps in the wrong order.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

atomic_int want[2], turn;
atomic_int inside;

void enter(int me)
{
	turn = 1 - me;
	want[me] = 1;
	while (want[1 - me] && turn == 1 - me)
		;
	inside++;
	assert(inside == 1); // fail!
	inside--;
	want[me] = 0;
}

void *worker(void *arg)
{
	enter(1);
	return 0;
}

int main(void)
{
	pthread_t t;
	pthread_create(&t, 0, worker, 0);
	enter(0);
	pthread_join(t, 0);
	return 0;
}
