// check: --property race
// expect: BUG race
// Three variables race and one does not: every pair is reported.
#include <pthread.h>

int a, b, c, d;
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;

void *worker(void *arg)
{
	a = 1; // race!
	b = 1; // race!
	pthread_mutex_lock(&m);
	d = 1; // norace
	pthread_mutex_unlock(&m);
	c = 1; // race!
	return 0;
}

int main(void)
{
	pthread_t t;
	pthread_create(&t, 0, worker, 0);
	c = 2; // race!
	pthread_mutex_lock(&m);
	d = 2; // norace
	pthread_mutex_unlock(&m);
	b = 2; // race!
	a = 2; // race!
	pthread_join(t, 0);
	return 0;
}
