// check: --property race --rounds 2 --unwind 2
// expect: PROVED
// Only who got the lock writes.
#include <heddle.h>
#include <pthread.h>

pthread_mutex_t m;
int x;

void *worker(void *arg)
{
	while (heddle_nondet_bool()) {
		if (pthread_mutex_trylock(&m) != 0)
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
