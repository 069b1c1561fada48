// check: --property race --rounds 2 --unwind 2
// expect: POSSIBLE race
// Both threads would have to be the leader.
#include <pthread.h>

int is_leader(void);
static int x, y;

static void *worker(void *arg)
{
	if (is_leader())
		x++; // race!
	return arg;
}

int main(void)
{
	pthread_t a, b;
	pthread_create(&a, 0, worker, 0);
	pthread_create(&b, 0, worker, 0);
	pthread_join(a, 0);
	pthread_join(b, 0);
	return y;
}
