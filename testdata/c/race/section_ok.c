// check: --property race
// expect: PROVED
// Two accesses inside atomic sections never race.
extern void __VERIFIER_atomic_begin(void);
extern void __VERIFIER_atomic_end(void);
#include <pthread.h>

int x;

void *worker(void *arg)
{
	__VERIFIER_atomic_begin();
	x++; // norace
	__VERIFIER_atomic_end();
	return 0;
}

int main(void)
{
	pthread_t t;
	pthread_create(&t, 0, worker, 0);
	__VERIFIER_atomic_begin();
	x++; // norace
	__VERIFIER_atomic_end();
	pthread_join(t, 0);
	return 0;
}
