// check: --property race:second.b
// expect: PROVED
// A typedef of a typedef of a struct without a tag.
#include <pthread.h>
typedef struct { int a, b; } first;
typedef first second;
first g;
void *worker(void *arg)
{
	first *p = arg;
	p->a = 1;
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
