// check: --property race:s.b
// expect: BUG race
// A copy of the whole struct.
#include <pthread.h>
struct s { int a, b; };
struct s g, from;
void *worker(void *arg)
{
	*(struct s *)arg = from; // race!
	return 0;
}
int main(void)
{
	pthread_t t;
	pthread_create(&t, 0, worker, &g);
	int *q = &g.b;
	*q = 2; // race!
	pthread_join(t, 0);
	return 0;
}
