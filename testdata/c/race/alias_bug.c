// check: --property race
// expect: BUG race
// Two names of one variable.
#include <pthread.h>

int v;
extern int u __attribute__((alias("v")));

static void *worker(void *arg)
{
	u = 1; // race!
	return arg;
}

int main(void)
{
	pthread_t t;
	pthread_create(&t, 0, worker, 0);
	v = 2; // race!
	pthread_join(t, 0);
	return 0;
}
