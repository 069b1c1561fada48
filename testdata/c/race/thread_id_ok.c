// check: --property race
// expect: PROVED
// pthread_create writes the id before the child can run: the child may read it.
#include <pthread.h>

pthread_t t;

void *worker(void *arg)
{
	return (void *)pthread_equal(t, pthread_self()); // norace
}

int main(void)
{
	pthread_create(&t, 0, worker, 0); // norace
	pthread_join(t, 0);
	return 0;
}
