// check: --property race --rounds 2 --unwind 2
// expect: BUG race
// A new thread does not hold what its maker holds.
#include <heddle.h>
#include <pthread.h>

pthread_mutex_t m;
int x;

void *worker(void *arg)
{
	for (int k = heddle_nondet_uchar() & 3; k > 0; k--) {
		x = !x; // race!
	}
	return 0;
}

int main(void)
{
	pthread_t t;
	pthread_mutex_lock(&m);
	pthread_create(&t, 0, worker, 0);
	x = 2; // race!
	pthread_mutex_unlock(&m);
	pthread_join(t, 0);
	return 0;
}
