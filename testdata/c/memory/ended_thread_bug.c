// check: --property memory
// expect: BUG use-after-free
// Trap 7: a pointer to a local of a thread that ended.
#include <pthread.h>

void *worker(void *arg)
{
	int n = 3;
	*(int **)arg = &n;
	return 0;
}

int main(void)
{
	pthread_t t;
	int *p;
	pthread_create(&t, 0, worker, &p);
	pthread_join(t, 0);
	return *p; // use-after-free!
}
