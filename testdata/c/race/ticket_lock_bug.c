// check: --property race
// expect: BUG race
// Drawn in two steps, a number can be drawn twice.
#include <pthread.h>
#include <stdatomic.h>

atomic_uint next, now;
int x;

void *worker(void *arg)
{
	unsigned mine = next;
	next = mine + 1;
	while (now != mine)
		;
	x++; // race!
	atomic_fetch_add(&now, 1);
	return arg;
}

int main(void)
{
	pthread_t s, t;
	pthread_create(&s, 0, worker, 0);
	pthread_create(&t, 0, worker, 0);
	pthread_join(s, 0);
	pthread_join(t, 0);
	return 0;
}
