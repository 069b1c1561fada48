// check: --property assert
// expect: PROVED
// Trap 11: the body of a function called __VERIFIER_atomic_... is one step.
#include <assert.h>
#include <pthread.h>

int x;

void __VERIFIER_atomic_inc(void)
{
	int old = x;
	x = old + 1;
}

void *worker(void *arg)
{
	__VERIFIER_atomic_inc();
	return 0;
}

int main(void)
{
	pthread_t t;
	pthread_create(&t, 0, worker, 0);
	__VERIFIER_atomic_inc();
	pthread_join(t, 0);
	assert(x == 2);
	return 0;
}
