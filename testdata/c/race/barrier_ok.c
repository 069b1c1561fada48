// check: --property race
// expect: PROVED
// The barrier separates writing one's own slot from reading the other's.
#include <pthread.h>

pthread_barrier_t bar;
int slot[2];

void *worker(void *arg)
{
	slot[1] = 1; // norace
	pthread_barrier_wait(&bar);
	return (void *)(long)slot[0]; // norace
}

int main(void)
{
	pthread_t t;
	pthread_barrier_init(&bar, 0, 2);
	pthread_create(&t, 0, worker, 0);
	slot[0] = 1; // norace
	pthread_barrier_wait(&bar);
	int v = slot[1]; // norace
	pthread_join(t, 0);
	return v;
}
