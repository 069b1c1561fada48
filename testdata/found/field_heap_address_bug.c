// check: --property race:s.b
// expect: BUG race
// As field_address_bug.c, in an object of the heap.
#include <pthread.h>
#include <stdlib.h>
struct s { int a, b; };

void *worker(void *arg)
{
	int *q = &((struct s *)arg)->b;
	*q = 1; // race!
	return 0;
}
int main(void)
{
	pthread_t t;
	struct s *h = malloc(sizeof *h);
	pthread_create(&t, 0, worker, h);
	int *q = &h->b;
	*q = 2; // race!
	pthread_join(t, 0);
	return 0;
}
