// check: --property deadlock
// expect: PROVED
// Blocking in an assumption is no deadlock: the thread is simply not looked at any more.
#include <heddle.h>
#include <pthread.h>

void *worker(void *arg)
{
	heddle_assume(0);
	return 0;
}

int main(void)
{
	pthread_t t;
	pthread_create(&t, 0, worker, 0);
	return 0;
}
