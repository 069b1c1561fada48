// check: --property race
// expect: PROVED
// Creating and joining a thread order its accesses: what comes before the one and after the other cannot race.
#include <pthread.h>

int in, out;

void *worker(void *arg)
{
	out = in + 1; // norace
	return 0;
}

int main(void)
{
	pthread_t t;
	in = 1; // norace
	pthread_create(&t, 0, worker, 0);
	pthread_join(t, 0);
	in = out; // norace
	return 0;
}
