// check: --property assert
// expect: PROVED
// Every thread starts with the initial value of a thread-local variable.
#include <assert.h>
#include <pthread.h>

_Thread_local int n = 5;

void *worker(void *arg)
{
	assert(n == 5);
	n = 7;
	assert(n == 7);
	return 0;
}

int main(void)
{
	pthread_t t;
	n = 6;
	pthread_create(&t, 0, worker, 0);
	pthread_join(t, 0);
	assert(n == 6);
	return 0;
}
