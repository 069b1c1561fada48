// check: --property race --rounds 2 --unwind 2
// expect: BUG race
// Only one of the two accesses is made by the leader: that there is one leader keeps nothing apart.
#include <pthread.h>

int is_leader(void);
static int x;

static void *worker(void *arg)
{
	if (is_leader())
		x++; // race!
	return arg;
}

int main(void)
{
	pthread_t a;
	pthread_create(&a, 0, worker, 0);
	x = 2; // race!
	pthread_join(a, 0);
	return 0;
}
