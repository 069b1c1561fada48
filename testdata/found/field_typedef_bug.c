// check: --property race:alias.a
// expect: BUG race
// The name of a typedef.
#include <pthread.h>
typedef struct s { int a, b; } alias;
struct s g;
void *worker(void *arg)
{
	struct s *p = arg;
	p->a = 1; // race!
	return 0;
}
int main(void)
{
	pthread_t t;
	pthread_create(&t, 0, worker, &g);
	g.a = 2; // race!
	pthread_join(t, 0);
	return 0;
}
