// check: --property race:s.a
// expect: BUG race
// A struct inside an array inside another, by pointers to numbers alone.
#include <pthread.h>
struct s { int a, b; };
struct t { int n; struct s in[2]; } g;
void *worker(void *arg)
{
	struct t *p = arg;
	int *q = &p->in[1].a;
	*q = 1; // race!
	return 0;
}
int main(void)
{
	pthread_t t;
	pthread_create(&t, 0, worker, &g);
	int *q = (int *)&g + 3;
	*q = 2; // race!
	pthread_join(t, 0);
	return 0;
}
