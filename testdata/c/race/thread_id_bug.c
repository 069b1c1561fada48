// check: --property race
// expect: BUG race
// The second pthread_create writes the id, plainly, while the first child may read it.
#include <pthread.h>

pthread_t t;

void *worker(void *arg)
{
	pthread_t mine = t; // race!
	return (void *)mine;
}

void *idle(void *arg) { return 0; }

int main(void)
{
	pthread_create(&t, 0, worker, 0); // norace
	pthread_create(&t, 0, idle, 0); // race!
	return 0;
}
