// check: --property race:o.z
// expect: BUG race
// A union without a name: its members share bytes.
#include <pthread.h>
struct o { union { int z; struct { short lo, hi; }; }; int y; } g;
void *worker(void *arg)
{
	struct o *p = arg;
	p->hi = 1; // race!
	return 0;
}
int main(void)
{
	pthread_t t;
	pthread_create(&t, 0, worker, &g);
	g.hi = 2; // race!
	pthread_join(t, 0);
	return 0;
}
