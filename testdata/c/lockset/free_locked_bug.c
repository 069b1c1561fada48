// check: --property race --rounds 2 --unwind 2
// expect: BUG race
// Freed before the lock is taken.
#include <heddle.h>
#include <pthread.h>
#include <stdlib.h>

pthread_mutex_t m;
int *p;

void *worker(void *arg)
{
	while (heddle_nondet_bool()) {
		pthread_mutex_lock(&m);
		if (p)
			*p = 1; // race!
		pthread_mutex_unlock(&m);
	}
	return 0;
}

int main(void)
{
	pthread_t t;
	p = malloc(sizeof *p);
	int *q = p;
	pthread_create(&t, 0, worker, 0);
	free(q); // race!
	pthread_mutex_lock(&m);
	p = 0;
	pthread_mutex_unlock(&m);
	return 0;
}
