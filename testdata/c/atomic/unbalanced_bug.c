// check: --property assert
// expect: BUG assert
// Trap 11: two sections one after the other are two steps.
#include <assert.h>
#include <pthread.h>

extern void __VERIFIER_atomic_begin(void);
extern void __VERIFIER_atomic_end(void);

int x;

void *worker(void *arg)
{
	__VERIFIER_atomic_begin();
	x++;
	__VERIFIER_atomic_end();
	__VERIFIER_atomic_begin();
	x++;
	__VERIFIER_atomic_end();
	return 0;
}

int main(void)
{
	pthread_t t;
	pthread_create(&t, 0, worker, 0);
	int v = x;
	assert(v == 0 || v == 2); // fail!
	pthread_join(t, 0);
	return 0;
}
