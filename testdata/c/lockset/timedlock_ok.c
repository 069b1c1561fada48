// check: --property race --rounds 2 --unwind 2
// expect: PROVED
// Who waited in vain goes away.
#include <heddle.h>
#include <pthread.h>
#include <time.h>

pthread_mutex_t m;
const struct timespec soon;
int x;

void *worker(void *arg)
{
	while (heddle_nondet_bool()) {
		int late = pthread_mutex_timedlock(&m, &soon);
		if (late)
			return 0;
		x = !x; // norace
		if (!late)
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
