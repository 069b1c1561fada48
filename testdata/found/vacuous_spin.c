// check: --property assert
// expect: UNKNOWN
// A thread that spins for a flag goes on for ever only if main is never scheduled again.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
atomic_int flag;
int z;
void *worker(void *a)
{
	while (!flag)
		;
	return a;
}
int main(void)
{
	pthread_t t;
	pthread_create(&t, 0, worker, 0);
	int x = 1 / z;
	flag = 1;
	assert(x == 0);
	return 0;
}
