// check: --property race
// expect: PROVED
// Data handed over under a condition variable: after the wait the mutex is held again.
#include <pthread.h>

pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
pthread_cond_t c = PTHREAD_COND_INITIALIZER;
int ready, data;

void *worker(void *arg)
{
	pthread_mutex_lock(&m);
	data = 5; // norace
	ready = 1; // norace
	pthread_cond_signal(&c);
	pthread_mutex_unlock(&m);
	return 0;
}

int main(void)
{
	pthread_t t;
	pthread_create(&t, 0, worker, 0);
	pthread_mutex_lock(&m);
	while (!ready) // norace
		pthread_cond_wait(&c, &m);
	int v = data; // norace
	pthread_mutex_unlock(&m);
	pthread_join(t, 0);
	return v;
}
