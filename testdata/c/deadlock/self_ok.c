// check: --property deadlock
// expect: PROVED
// Trap 9: unless it is recursive.
#include <pthread.h>

pthread_mutex_t m;

void inner(void)
{
	pthread_mutex_lock(&m);
	pthread_mutex_unlock(&m);
}

void *worker(void *arg)
{
	inner();
	return 0;
}

int main(void)
{
	pthread_t t;
	pthread_mutexattr_t attr;
	pthread_mutexattr_init(&attr);
	pthread_mutexattr_settype(&attr, PTHREAD_MUTEX_RECURSIVE);
	pthread_mutex_init(&m, &attr);
	pthread_create(&t, 0, worker, 0);
	pthread_mutex_lock(&m);
	inner();
	pthread_mutex_unlock(&m);
	pthread_join(t, 0);
	return 0;
}
