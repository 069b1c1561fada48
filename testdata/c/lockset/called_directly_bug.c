// check: --property race --rounds 2 --unwind 2
// expect: BUG race
// slow: explore
// The function asks who calls it, and leaves out the lock for main.
#include <heddle.h>
#include <pthread.h>

pthread_mutex_t m;
int x;

void *worker(void *arg)
{
	_Bool locks = arg != 0;
	for (int k = heddle_nondet_uchar() & 3; k > 0; k--) {
		if (locks)
			pthread_mutex_lock(&m);
		x = !x; // race!
		if (locks)
			pthread_mutex_unlock(&m);
	}
	return 0;
}

int main(void)
{
	pthread_t s;
	pthread_create(&s, 0, worker, &x);
	worker(0);
	return 0;
}
