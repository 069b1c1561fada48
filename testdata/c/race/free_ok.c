// check: --property race
// expect: PROVED
// Freed after the join.
#include <pthread.h>
#include <stdlib.h>

int *p;

void *worker(void *arg)
{
	return (void *)(long)p[1]; // norace
}

int main(void)
{
	pthread_t t;
	p = calloc(2, sizeof *p);
	pthread_create(&t, 0, worker, 0);
	pthread_join(t, 0);
	free(p); // norace
	return 0;
}
