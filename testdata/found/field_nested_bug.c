// check: --property race:o.in.z
// expect: BUG race
// A member of a member, which both threads reach as a member of the inner struct.
#include <pthread.h>
struct i { int y, z; };
struct o { int n; struct i in; } g;
void *worker(void *arg)
{
	struct i *p = &((struct o *)arg)->in;
	p->z = 1; // race!
	return 0;
}
int main(void)
{
	pthread_t t;
	pthread_create(&t, 0, worker, &g);
	struct i *p = &g.in;
	p->z = 2; // race!
	pthread_join(t, 0);
	return 0;
}
