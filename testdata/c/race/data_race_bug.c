// check: --property race
// expect: BUG race
// data_race() excuses the accesses in it and no others.
#include <heddle.h>
#include <pthread.h>

int x;

void *worker(void *arg)
{
	x = 1; // race!
	return 0;
}

int main(void)
{
	pthread_t t;
	pthread_create(&t, 0, worker, 0);
	int v = data_race(x); // norace
	int w = x; // race!
	pthread_join(t, 0);
	return v + w;
}
