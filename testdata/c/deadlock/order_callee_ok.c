// check: --property deadlock
// expect: PROVED
// expect[lockset]: UNKNOWN
// The second lock is taken in a callee, in one order.
#include <pthread.h>

pthread_mutex_t a = PTHREAD_MUTEX_INITIALIZER, b = PTHREAD_MUTEX_INITIALIZER, c = PTHREAD_MUTEX_INITIALIZER;

static void inner(pthread_mutex_t *m)
{
	pthread_mutex_lock(m);
	pthread_mutex_unlock(m);
}

static void outer(pthread_mutex_t *m, pthread_mutex_t *n)
{
	pthread_mutex_lock(m);
	inner(n);
	pthread_mutex_unlock(m);
}

void *one(void *arg)
{
	outer(&a, &b);
	return 0;
}

void *two(void *arg)
{
	outer(&a, &b);
	return 0;
}

int main(void)
{
	pthread_t t, u;
	pthread_create(&t, 0, one, 0);
	pthread_create(&u, 0, two, 0);
	pthread_join(t, 0);
	pthread_join(u, 0);
	return 0;
}
