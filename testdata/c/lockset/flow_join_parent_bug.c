// check: --property race --rounds 2 --unwind 2
// expect: BUG race
// The thread is joined, and the one that it has started lives on.
#include <heddle.h>
#include <pthread.h>

int x;

void *child(void *arg)
{
	x = 1; // race!
	return 0;
}

void *worker(void *arg)
{
	pthread_t t;
	pthread_create(&t, 0, child, 0);
	return 0;
}

int main(void)
{
	pthread_t t;
	pthread_create(&t, 0, worker, 0);
	pthread_join(t, 0);
	x = 2; // race!
	return 0;
}
