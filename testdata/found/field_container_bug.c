// check: --property race:o.n
// expect: BUG race
// The struct around a member.
#include <pthread.h>
struct i { int y, z; };
struct o { int n; struct i in; } g;
void *worker(void *arg)
{
	struct i *p = arg;
	struct o *o = (struct o *)((char *)p - 4);
	int *q = &o->n;
	*q = 1; // race!
	return 0;
}
int main(void)
{
	pthread_t t;
	pthread_create(&t, 0, worker, &g.in);
	int *q = (int *)&g;
	*q = 2; // race!
	pthread_join(t, 0);
	return 0;
}
