// check: --property race:s.b
// expect: PROVED
// A member that nobody accesses.
#include <pthread.h>
struct s { int a, b; };
struct s g;
void *worker(void *arg)
{
	((struct s *)arg)->a = 1;
	return 0;
}
int main(void)
{
	pthread_t t;
	pthread_create(&t, 0, worker, &g);
	g.a = 2;
	pthread_join(t, 0);
	return 0;
}
