// check: --property race
// expect: PROVED
// pthread_once returns when the routine has run, whoever ran it.
#include <pthread.h>

pthread_once_t once = PTHREAD_ONCE_INIT;
int config;

void init(void)
{
	config = 7; // norace
}

void *worker(void *arg)
{
	pthread_once(&once, init);
	return (void *)(long)config; // norace
}

int main(void)
{
	pthread_t t;
	pthread_create(&t, 0, worker, 0);
	pthread_once(&once, init);
	int v = config; // norace
	pthread_join(t, 0);
	return v;
}
