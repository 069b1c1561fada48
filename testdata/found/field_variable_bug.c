// check: --property race:g
// expect: BUG race
// A variable as a whole.
#include <pthread.h>
struct s { int a, b; };
struct s g, h;
void *worker(void *arg)
{
	((struct s *)arg)->b = 1; // race!
	return 0;
}
int main(void)
{
	pthread_t t;
	pthread_create(&t, 0, worker, &g);
	g.b = 2; // race!
	pthread_join(t, 0);
	return 0;
}
