// check: --property race
// expect: BUG race
// An initialization of an atomic is a plain write (C11 7.17.2.2p2): beside a load it races. It was taken as an atomic one, and the program was proved.
#include <pthread.h>
#include <stdatomic.h>

static atomic_int n;

static void *worker(void *arg)
{
	atomic_init(&n, 1); // race!
	return arg;
}

int main(void)
{
	pthread_t t;
	pthread_create(&t, 0, worker, 0);
	int seen = atomic_load(&n); // race!
	pthread_join(t, 0);
	return seen & 0;
}
