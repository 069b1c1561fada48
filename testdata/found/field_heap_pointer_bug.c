// check: --property race:s.a
// expect: BUG race
// An object of the heap by pointers to numbers alone.
#include <pthread.h>
#include <stdlib.h>
struct s { int a, b; };

void *worker(void *arg)
{
	*(int *)arg = 1; // race!
	return 0;
}
int main(void)
{
	pthread_t t;
	struct s *h = malloc(sizeof *h);
	pthread_create(&t, 0, worker, h);
	int *q = (int *)h;
	*q = 2; // race!
	pthread_join(t, 0);
	return 0;
}
