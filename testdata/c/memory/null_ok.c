// check: --property memory
// expect: PROVED
// Check and use under one lock.
#include <pthread.h>

int value = 3;
int *p = &value;
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;

void *worker(void *arg)
{
	pthread_mutex_lock(&m);
	p = 0;
	pthread_mutex_unlock(&m);
	return 0;
}

int main(void)
{
	pthread_t t;
	int v = 0;
	pthread_create(&t, 0, worker, 0);
	pthread_mutex_lock(&m);
	if (p)
		v = *p;
	pthread_mutex_unlock(&m);
	pthread_join(t, 0);
	return v;
}
