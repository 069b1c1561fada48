// check: --property assert,race --rounds 2 --unwind 2
// expect: PROVED
// Two threads with a lock, and a third that keeps away from it.
#include <assert.h>
#include <pthread.h>

pthread_mutex_t m;
int n;

void *worker(void *arg)
{
	pthread_mutex_lock(&m);
	n = 1;
	assert(n == 1);
	n = 0;
	pthread_mutex_unlock(&m);
	return 0;
}

void *other(void *arg)
{
	pthread_mutex_lock(&m);
	pthread_mutex_unlock(&m);
	return 0;
}

int main(void)
{
	pthread_t t;
	pthread_create(&t, 0, worker, 0);
	pthread_create(&t, 0, worker, 0);
	pthread_create(&t, 0, other, 0);
	pthread_join(t, 0);
	return 0;
}
