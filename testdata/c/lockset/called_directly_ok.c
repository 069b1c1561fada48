// check: --property race --rounds 2 --unwind 2
// expect: PROVED
// slow: explore
// main runs the function of its threads too, with the lock.
#include <heddle.h>
#include <pthread.h>

pthread_mutex_t m;
int x;

void *worker(void *arg)
{
	_Bool locks = 1;
	for (int k = heddle_nondet_uchar() & 3; k > 0; k--) {
		if (locks)
			pthread_mutex_lock(&m);
		x = !x; // norace
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
