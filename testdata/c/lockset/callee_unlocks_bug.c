// check: --property race --rounds 2 --unwind 2
// expect: BUG race
// A function lets the lock go and does not take it again.
#include <heddle.h>
#include <pthread.h>
#include <sched.h>

pthread_mutex_t m;
int x;

static void breathe(void)
{
	pthread_mutex_unlock(&m);
	sched_yield();
}

void *worker(void *arg)
{
	while (heddle_nondet_bool()) {
		pthread_mutex_lock(&m);
		breathe();
		x = !x; // race!
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
