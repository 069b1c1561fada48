// check: --property race
// expect: BUG race
// Written once more after it was put into the slot.
#include <pthread.h>
#include <stdlib.h>

pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
int *slot;

void *worker(void *arg)
{
	pthread_mutex_lock(&m);
	int *mine = slot;
	slot = 0;
	pthread_mutex_unlock(&m);
	if (mine)
		*mine += 1; // race!
	return arg;
}

int main(void)
{
	pthread_t t;
	pthread_create(&t, 0, worker, 0);
	int *q = malloc(sizeof *q);
	*q = 1; // norace
	pthread_mutex_lock(&m);
	slot = q;
	pthread_mutex_unlock(&m);
	*q = 2; // race!
	pthread_join(t, 0);
	return 0;
}
