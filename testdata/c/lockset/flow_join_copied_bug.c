// check: --property race --rounds 2 --unwind 2
// expect: BUG race
// The handle of one thread is written over by that of another before it is joined.
#include <heddle.h>
#include <pthread.h>

int x;

void *worker(void *arg)
{
	x = 1; // race!
	return 0;
}

void *other(void *arg)
{
	return 0;
}

int main(void)
{
	pthread_t t[2];
	pthread_create(&t[0], 0, worker, 0);
	pthread_create(&t[1], 0, other, 0);
	t[0] = t[1];
	pthread_join(t[0], 0);
	x = 2; // race!
	return 0;
}
