// check: --property race --rounds 2 --unwind 2
// expect: PROVED
// One lock for all threads.
#include <heddle.h>
#include <pthread.h>

pthread_mutex_t m;
int x;

void *worker(void *arg)
{
	while (heddle_nondet_bool()) {
		pthread_mutex_lock(&m);
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
