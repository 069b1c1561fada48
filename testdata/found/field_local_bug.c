// check: --property race:box
// expect: BUG race
// A local in memory.
#include <pthread.h>
void *worker(void *arg)
{
	*(int *)arg = 1; // race!
	return 0;
}
int main(void)
{
	pthread_t t;
	int box = 0;
	pthread_create(&t, 0, worker, &box);
	box = 2; // race!
	pthread_join(t, 0);
	return 0;
}
