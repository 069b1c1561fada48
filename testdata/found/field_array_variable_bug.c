// check: --property race:g
// expect: BUG race
// An array.
#include <pthread.h>
int g[4];
void *worker(void *arg)
{
	((int *)arg)[2] = 1; // race!
	return 0;
}
int main(void)
{
	pthread_t t;
	pthread_create(&t, 0, worker, g);
	g[2] = 2; // race!
	pthread_join(t, 0);
	return 0;
}
