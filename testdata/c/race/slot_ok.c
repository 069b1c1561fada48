// check: --property race
// expect: PROVED
// Who takes an object out of the slot is the only one who has it.
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
	if (mine) {
		*mine += 1; // norace
		free(mine);
	}
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
	pthread_join(t, 0);
	return 0;
}
