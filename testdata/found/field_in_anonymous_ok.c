// check: --property race:o.lo
// expect: PROVED
// As field_in_anonymous_bug.c: the other half.
#include <pthread.h>
struct o { union { int z; struct { short lo, hi; }; }; int y; } g;
void *worker(void *arg)
{
	struct o *p = arg;
	p->hi = 1;
	return 0;
}
int main(void)
{
	pthread_t t;
	pthread_create(&t, 0, worker, &g);
	g.hi = 2;
	pthread_join(t, 0);
	return 0;
}
