// check: --property race --rounds 2 --unwind 2
// expect: BUG race
// The loop is left in two ways, one of them without the lock.
#include <heddle.h>
#include <pthread.h>

pthread_mutex_t m;
int x, y;

void *worker(void *arg)
{
	for (;;) {
		pthread_mutex_lock(&m);
		if (x) // race!
			break;
		y = !y;
		pthread_mutex_unlock(&m);
		if (heddle_nondet_bool())
			break;
	}
	x = 0; // race!
	pthread_mutex_unlock(&m);
	return 0;
}

int main(void)
{
	pthread_t s, t;
	pthread_create(&s, 0, worker, 0);
	pthread_create(&t, 0, worker, 0);
	pthread_mutex_lock(&m);
	x = 1; // race!
	pthread_mutex_unlock(&m);
	pthread_join(s, 0);
	pthread_join(t, 0);
	return 0;
}
