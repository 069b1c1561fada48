// check: --property deadlock
// expect: BUG deadlock
// The mutex is recursive for each thread, and one unlock is missing: the second thread waits for it.
#define _GNU_SOURCE
#include <pthread.h>

static _Thread_local struct { int n; pthread_mutex_t m; } s = {1, PTHREAD_RECURSIVE_MUTEX_INITIALIZER_NP};
static pthread_mutex_t *shared;

static void *run(void *p)
{
	pthread_mutex_lock(shared); // waits for ever
	return p;
}

int main(void)
{
	pthread_t t;
	shared = &s.m;
	pthread_mutex_lock(&s.m);
	pthread_mutex_lock(&s.m);
	pthread_mutex_unlock(&s.m);
	pthread_create(&t, 0, run, 0);
	pthread_join(t, 0);
	return 0;
}
