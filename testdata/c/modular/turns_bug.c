// check: --property assert,race --rounds 2 --unwind 2
// expect: BUG assert race
// One of them gives the turn away too early.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

atomic_int turn;
int x;

void *even(void *arg)
{
	for (;;) {
		while (atomic_load(&turn) != 0)
			;
		x = 0;
		assert(x == 0);
		atomic_store(&turn, 1);
	}
}

void *odd(void *arg)
{
	for (;;) {
		while (atomic_load(&turn) != 1)
			;
		x = 1;
		atomic_store(&turn, 0);
		assert(x == 1);
	}
}

int main(void)
{
	pthread_t t;
	pthread_create(&t, 0, even, 0);
	pthread_create(&t, 0, odd, 0);
	pthread_join(t, 0);
	return 0;
}
