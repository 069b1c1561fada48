// check: --property race
// expect: BUG race
// Trap 6: the members of a union overlap.
#include <pthread.h>

union { int i; char c[4]; } u;

void *worker(void *arg)
{
	u.c[1] = 1; // race!
	return 0;
}

int main(void)
{
	pthread_t t;
	pthread_create(&t, 0, worker, 0);
	u.i = 0; // race!
	pthread_join(t, 0);
	return 0;
}
