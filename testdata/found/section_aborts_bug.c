// check: --property assert
// expect: BUG assert
// An execution that ends inside a section says nothing about the others.
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

int held, n;

void __VERIFIER_atomic_acquire(void)
{
	n = n + 10;
	if (held)
		abort();
	n = n - 10;
	held = 1;
}

void __VERIFIER_atomic_release(void) { held = 0; }

void *work(void *a)
{
	__VERIFIER_atomic_acquire();
	n = n + 1;
	__VERIFIER_atomic_release();
	return a;
}

int main(void)
{
	pthread_t t;
	pthread_create(&t, 0, work, 0);
	work(0);
	pthread_join(t, 0);
	assert(n == 2); // nofail
	assert(n == 1); // fail!
	return 0;
}
