// check: --property race --rounds 2 --unwind 2
// expect: PROVED
// Freed under the lock, and nobody can find it afterwards.
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
			*p = 1; // norace
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
	pthread_mutex_lock(&m);
	free(q); // norace
	p = 0;
	pthread_mutex_unlock(&m);
	return 0;
}
