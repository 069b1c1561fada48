// check: --property deadlock
// expect: BUG deadlock
// expect[lockset]: POSSIBLE
// Three threads, three locks, taken in a callee: a ring.
#include <pthread.h>

pthread_mutex_t a = PTHREAD_MUTEX_INITIALIZER, b = PTHREAD_MUTEX_INITIALIZER, c = PTHREAD_MUTEX_INITIALIZER;

static void pair(pthread_mutex_t *x, pthread_mutex_t *y)
{
	pthread_mutex_lock(x);
	pthread_mutex_lock(y);
	pthread_mutex_unlock(y);
	pthread_mutex_unlock(x);
}

void *one(void *arg)
{
	pair(&a, &b);
	return 0;
}

void *two(void *arg)
{
	pair(&b, &c);
	return 0;
}

int main(void)
{
	pthread_t t, u;
	pthread_create(&t, 0, one, 0);
	pthread_create(&u, 0, two, 0);
	pair(&c, &a);
	pthread_join(t, 0);
	pthread_join(u, 0);
	return 0;
}
