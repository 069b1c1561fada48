// check: --property race:g.in.z
// expect: BUG race
// As field_nested_bug.c, by the name of the variable.
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
