// check: --property race
// expect: BUG race
// Trap 6: a pointer kept in an integer.
#include <pthread.h>
#include <stdint.h>

int x;
uintptr_t where;

void *worker(void *arg)
{
	*(int *)where = 1; // race!
	return 0;
}

int main(void)
{
	pthread_t t;
	where = (uintptr_t)&x; // norace
	pthread_create(&t, 0, worker, 0);
	x = 2; // race!
	pthread_join(t, 0);
	return 0;
}
