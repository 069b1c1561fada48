// check: --property race --rounds 2 --unwind 2
// expect: BUG race
// The innermost call lets the lock go.
#include <heddle.h>
#include <pthread.h>

pthread_mutex_t m;
int x;

static void descend(int n)
{
	if (n > 0)
		descend(n - 1);
	else
		pthread_mutex_unlock(&m);
}

void *worker(void *arg)
{
	pthread_mutex_lock(&m);
	descend(heddle_nondet_bool());
	x = 1; // race!
	return 0;
}

void *other(void *arg)
{
	pthread_mutex_lock(&m);
	x = 2; // race!
	pthread_mutex_unlock(&m);
	return 0;
}

int main(void)
{
	pthread_t t;
	pthread_create(&t, 0, worker, 0);
	pthread_create(&t, 0, other, 0);
	return 0;
}
