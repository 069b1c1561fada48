// check: --property race:i.z
// expect: BUG race
// The struct inside, by its own name.
#include <pthread.h>
struct i { int y, z; };
struct o { int n; struct i in[3]; } g;
void *worker(void *arg)
{
	int *q = (int *)arg + 4;
	*q = 1; // race!
	return 0;
}
int main(void)
{
	pthread_t t;
	pthread_create(&t, 0, worker, &g);
	int *q = &g.in[1].z;
	*q = 2; // race!
	pthread_join(t, 0);
	return 0;
}
