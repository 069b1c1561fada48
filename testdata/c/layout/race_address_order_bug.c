// check: --property race --rounds 3 --unwind 2
// expect: BUG race
// Locks are taken in the order of their addresses, which is a branch. What races is outside of them.
#include <pthread.h>

static pthread_mutex_t a = PTHREAD_MUTEX_INITIALIZER, b = PTHREAD_MUTEX_INITIALIZER;
static int x;

static void both(pthread_mutex_t *p, pthread_mutex_t *q)
{
	if (p > q) {
		pthread_mutex_t *t = p;
		p = q;
		q = t;
	}
	pthread_mutex_lock(p);
	pthread_mutex_lock(q);
	pthread_mutex_unlock(q);
	pthread_mutex_unlock(p);
	x++; // race!
}

static void *worker(void *arg)
{
	both(&a, &b);
	return arg;
}

int main(void)
{
	pthread_t t;
	pthread_create(&t, NULL, worker, NULL);
	both(&b, &a);
	pthread_join(t, NULL);
	return 0;
}
