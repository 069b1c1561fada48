// check: --property race
// expect: BUG race
// One side is marked, the other is plain: that is enough for a race.
#include <pthread.h>

int x;

void *worker(void *arg)
{
	__atomic_store_n(&x, 1, __ATOMIC_SEQ_CST); // race!
	return 0;
}

int main(void)
{
	pthread_t t;
	pthread_create(&t, 0, worker, 0);
	int v = x; // race!
	pthread_join(t, 0);
	return v;
}
