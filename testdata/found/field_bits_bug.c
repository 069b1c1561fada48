// check: --property race:s.lo
// expect: BUG race
// Bit-fields that stand side by side are one memory location.
#include <pthread.h>
struct s { unsigned lo : 3, hi : 5; int n; } g;
void *worker(void *arg)
{
	((struct s *)arg)->hi = 1; // race!
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
