// check: --property race --rounds 2 --unwind 2
// expect: PROVED
// Destroyed and made again before there are threads.
#include <heddle.h>
#include <pthread.h>
#include <stdlib.h>

pthread_mutex_t *m;
int x;

static void renew(void)
{
	pthread_mutex_destroy(m);
	pthread_mutex_init(m, 0);
}

void *worker(void *arg)
{
	while (heddle_nondet_bool()) {
		pthread_mutex_lock(m);
		x = !x; // norace
		pthread_mutex_unlock(m);
	}
	return 0;
}

int main(void)
{
	pthread_t t;
	m = malloc(sizeof *m);
	pthread_mutex_init(m, 0);
	renew();
	for (int i = 0; i < 3; i++)
		pthread_create(&t, 0, worker, heddle_nondet_bool() ? &x : 0);
	return 0;
}
