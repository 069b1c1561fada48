// check: --property race
// expect: BUG race
// Each thread writes before it waits for the one it started.
#include <pthread.h>

int x;

void *worker(void *arg)
{
	long depth = (long)arg;
	if (depth > 0) {
		pthread_t t;
		pthread_create(&t, 0, worker, (void *)(depth - 1));
		x++; // race!
		pthread_join(t, 0);
	}
	return 0;
}

int main(void)
{
	pthread_t t;
	pthread_create(&t, 0, worker, (void *)3);
	pthread_join(t, 0);
	x++; // norace
	return 0;
}
