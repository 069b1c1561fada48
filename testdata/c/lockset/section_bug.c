// check: --property race --rounds 2 --unwind 2
// expect: BUG race
// One access is outside.
#include <heddle.h>
#include <pthread.h>

int x;

void *worker(void *arg)
{
	while (heddle_nondet_bool())
		heddle_atomic {
			x = !x; // race!
		}
	return 0;
}

void *reset(void *arg)
{
	while (heddle_nondet_bool())
		x = 0; // race!
	return 0;
}

int main(void)
{
	pthread_t s, t, u;
	pthread_create(&s, 0, worker, 0);
	pthread_create(&t, 0, worker, 0);
	pthread_create(&u, 0, reset, 0);
	return 0;
}
