// check: --property race --rounds 2 --unwind 2
// expect: PROVED
// Where it fails it has let go of the lock, and the caller asks.
#include <heddle.h>
#include <pthread.h>

pthread_mutex_t m;
int x;

static int take(void)
{
	pthread_mutex_lock(&m);
	if (heddle_nondet_bool()) {
		pthread_mutex_unlock(&m);
		return -1;
	}
	return 0;
}

void *worker(void *arg)
{
	while (heddle_nondet_bool()) {
		if (take())
			continue;
		x = !x; // norace
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
