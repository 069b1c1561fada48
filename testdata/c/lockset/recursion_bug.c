// check: --property race --rounds 2 --unwind 2
// expect: BUG race
// slow: explore
// It is not taken again.
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
	}
	x = !x; // race!
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
