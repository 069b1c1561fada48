// check: --property assert
// expect: PROVED
// A server: nothing comes to an end, and nothing has to. An execution that divides by zero is one of many.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
atomic_int turn, zero;
void *worker(void *a)
{
	for (;;) {
		int z = zero;
		if (turn)
			z = 1 / z;
		turn = 0;
		assert(turn == 0 || turn == 1);
	}
}
int main(void)
{
	pthread_t t;
	pthread_create(&t, 0, worker, 0);
	for (;;) {
		turn = 0;
	}
}
