// check: --property assert,race
// expect: PROVED
// Atomic sections by the names of other verifiers.
#include <pthread.h>
void __CPROVER_assert(_Bool, const char *);
int x;
void *worker(void *a)
{
	__CPROVER_atomic_begin();
	x++;
	x--;
	__CPROVER_atomic_end();
	return a;
}
int main(void)
{
	pthread_t t;
	pthread_create(&t, 0, worker, 0);
	__ESBMC_atomic_begin();
	__CPROVER_assert(x == 0, "whole");
	__ESBMC_atomic_end();
	return 0;
}
