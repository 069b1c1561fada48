// check: --property race
// expect: BUG race
// Each thread locks a mutex in a copy of its own.
#include <pthread.h>

struct guarded {
	pthread_mutex_t m;
	int *n;
};

int x;

void *worker(void *arg)
{
	struct guarded g = *(struct guarded *)arg;
	pthread_mutex_lock(&g.m);
	(*g.n)++; // race!
	pthread_mutex_unlock(&g.m);
	return 0;
}

int main(void)
{
	struct guarded g = {PTHREAD_MUTEX_INITIALIZER, &x};
	pthread_t s, t;
	pthread_create(&s, 0, worker, &g);
	pthread_create(&t, 0, worker, &g);
	pthread_join(s, 0);
	pthread_join(t, 0);
	return 0;
}
