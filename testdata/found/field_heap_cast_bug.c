// check: --property race:s.a
// expect: BUG race
// The struct that the object is cast to.
#include <pthread.h>
#include <stdlib.h>
struct s { int a, b; };
struct base { int a; };
void *worker(void *arg)
{
	((struct base *)arg)->a = 1; // race!
	return 0;
}
int main(void)
{
	pthread_t t;
	struct s *h = malloc(sizeof *h);
	pthread_create(&t, 0, worker, h);
	struct base *b = (struct base *)h;
	b->a = 2; // race!
	pthread_join(t, 0);
	return 0;
}
