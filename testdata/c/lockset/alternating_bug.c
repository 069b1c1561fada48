// check: --property race --rounds 2 --unwind 2
// expect: BUG race
// Locked in one iteration, unlocked in the next, and written in between.
#include <heddle.h>
#include <pthread.h>

pthread_mutex_t m;
int x;

void *worker(void *arg)
{
	int held = 0;
	while (heddle_nondet_bool()) {
		if (!held)
			x = !x; // race!
		if (held)
			pthread_mutex_unlock(&m);
		else
			pthread_mutex_lock(&m);
		held = !held;
	}
	return 0;
}

int main(void)
{
	pthread_t s, t;
	pthread_create(&s, 0, worker, 0);
	pthread_create(&t, 0, worker, 0);
	return 0;
}
