// check: --property race --rounds 2 --unwind 2
// expect: PROVED
// A function lets the lock go and takes it again.
#include <heddle.h>
#include <pthread.h>
#include <sched.h>

pthread_mutex_t m;
int x;

static void breathe(void)
{
	pthread_mutex_unlock(&m);
	sched_yield();
	pthread_mutex_lock(&m);
}

void *worker(void *arg)
{
	while (heddle_nondet_bool()) {
		pthread_mutex_lock(&m);
		breathe();
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
