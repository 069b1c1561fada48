// check: --property race
// expect: PROVED
// Each thread starts the next one and waits for it before it writes.
#include <pthread.h>

int x;

void *worker(void *arg)
{
	long depth = (long)arg;
	if (depth > 0) {
		pthread_t t;
		pthread_create(&t, 0, worker, (void *)(depth - 1));
		pthread_join(t, 0);
	}
	x++; // norace
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
