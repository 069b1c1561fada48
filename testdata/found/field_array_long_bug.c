// check: --property race:s.b
// expect: BUG race
// An array whose elements are not told apart.
#include <pthread.h>
struct s { int a, b; };
struct s g[100];
void *worker(void *arg)
{
	int *q = &((struct s *)arg)[70].b;
	*q = 1; // race!
	return 0;
}
int main(void)
{
	pthread_t t;
	pthread_create(&t, 0, worker, g);
	int *q = &g[70].b;
	*q = 2; // race!
	pthread_join(t, 0);
	return 0;
}
