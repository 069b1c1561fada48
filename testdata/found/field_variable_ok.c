// check: --property race:g
// expect: PROVED
// A variable as a whole: another of its type races.
#include <pthread.h>
struct s { int a, b; };
struct s g, h;
void *worker(void *arg)
{
	h.a = 1;
	return 0;
}
int main(void)
{
	pthread_t t;
	pthread_create(&t, 0, worker, &g);
	h.a = 2;
	g.a = 2;
	pthread_join(t, 0);
	return 0;
}
