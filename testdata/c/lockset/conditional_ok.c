// check: --property race --rounds 2 --unwind 2
// expect: PROVED
// The lock is held where it is needed.
#include <heddle.h>
#include <pthread.h>

pthread_mutex_t m;
int x;

void *worker(void *arg)
{
	for (int k = heddle_nondet_uchar() & 3; k > 0; k--) {
		_Bool locks = heddle_nondet_bool();
		_Bool writes = locks;
		if (locks)
			pthread_mutex_lock(&m);
		if (writes)
			x = !x; // norace
		if (locks)
			pthread_mutex_unlock(&m);
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
