// check: --property race --rounds 2 --unwind 2
// expect: PROVED
// Any number of threads, one after the other.
#include <heddle.h>
#include <pthread.h>

int x;

void *worker(void *arg)
{
	x = !x; // norace
	return 0;
}

int main(void)
{
	pthread_t s, t;
	pthread_create(&s, 0, worker, 0);
	for (int k = heddle_nondet_uchar() & 3; k > 0; k--) {
		pthread_join(s, 0);
		pthread_create(&t, 0, worker, 0);
		s = t;
	}
	pthread_join(s, 0);
	x = 2; // norace
	return 0;
}
