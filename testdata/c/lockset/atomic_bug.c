// check: --property race --rounds 2 --unwind 2
// expect: BUG race
// One access is not.
#include <heddle.h>
#include <pthread.h>

int x;

void *worker(void *arg)
{
	while (heddle_nondet_bool())
		__atomic_fetch_xor(&x, 1, __ATOMIC_SEQ_CST); // race!
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
