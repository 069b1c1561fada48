// check: --property race
// expect: BUG race
// One variable for two threads: only the second is waited for.
#include <pthread.h>

int x;

void *worker(void *arg)
{
	if (arg)
		x = 1; // race!
	return 0;
}

int main(void)
{
	pthread_t t;
	pthread_create(&t, 0, worker, &x);
	pthread_create(&t, 0, worker, 0);
	pthread_join(t, 0);
	x = 2; // race!
	return 0;
}
