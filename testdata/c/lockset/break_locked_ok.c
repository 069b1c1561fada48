// check: --property race --rounds 2 --unwind 2
// expect: PROVED
// The loop is left with the lock held.
#include <heddle.h>
#include <pthread.h>

pthread_mutex_t m;
int x, y;

void *worker(void *arg)
{
	for (;;) {
		pthread_mutex_lock(&m);
		if (x) // norace
			break;
		y = !y;
		pthread_mutex_unlock(&m);
	}
	x = 0; // norace
	pthread_mutex_unlock(&m);
	return 0;
}

int main(void)
{
	pthread_t s, t;
	pthread_create(&s, 0, worker, 0);
	pthread_create(&t, 0, worker, 0);
	pthread_mutex_lock(&m);
	x = 1; // norace
	pthread_mutex_unlock(&m);
	pthread_join(s, 0);
	pthread_join(t, 0);
	return 0;
}
