// check: --property deadlock
// expect: PROVED
// A recursive mutex is let go as often as it was taken.
#define _GNU_SOURCE
#include <pthread.h>

pthread_mutex_t m = PTHREAD_RECURSIVE_MUTEX_INITIALIZER_NP;

static void inner(void)
{
	pthread_mutex_lock(&m);
	pthread_mutex_unlock(&m);
}

void *work(void *arg)
{
	pthread_mutex_lock(&m);
	inner();
	pthread_mutex_unlock(&m);
	return 0;
}

int main(void)
{
	pthread_t t, u;
	pthread_create(&t, 0, work, 0);
	pthread_create(&u, 0, work, 0);
	pthread_join(t, 0);
	pthread_join(u, 0);
	return 0;
}
