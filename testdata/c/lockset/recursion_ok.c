// check: --property race --rounds 2 --unwind 2 --timeout 10s
// expect: PROVED
// expect[explore]: UNKNOWN
// slow: explore
// The lock is let go for the call of itself, and taken again.
#include <heddle.h>
#include <pthread.h>

pthread_mutex_t m;
int x;

static void walk(void)
{
	pthread_mutex_lock(&m);
	if (heddle_nondet_bool()) {
		pthread_mutex_unlock(&m);
		walk();
		pthread_mutex_lock(&m);
	}
	x = !x; // norace
	pthread_mutex_unlock(&m);
}

void *worker(void *arg)
{
	walk();
	return 0;
}

int main(void)
{
	pthread_t s, t;
	pthread_create(&s, 0, worker, 0);
	pthread_create(&t, 0, worker, 0);
	return 0;
}
