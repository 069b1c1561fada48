// check: --property assert
// expect: PROVED
// A recursive mutex counts, an error-checking one refuses its owner and strangers.
#include <assert.h>
#include <errno.h>
#include <pthread.h>

pthread_mutex_t r, e;

void *worker(void *arg)
{
	assert(pthread_mutex_trylock(&r) == EBUSY);
	assert(pthread_mutex_unlock(&e) == EPERM);
	return 0;
}

int main(void)
{
	pthread_t t;
	pthread_mutexattr_t a;
	pthread_mutexattr_init(&a);
	pthread_mutexattr_settype(&a, PTHREAD_MUTEX_RECURSIVE);
	pthread_mutex_init(&r, &a);
	pthread_mutexattr_settype(&a, PTHREAD_MUTEX_ERRORCHECK);
	pthread_mutex_init(&e, &a);
	assert(pthread_mutex_lock(&r) == 0);
	assert(pthread_mutex_lock(&r) == 0);
	assert(pthread_mutex_unlock(&r) == 0);
	assert(pthread_mutex_lock(&e) == 0);
	assert(pthread_mutex_lock(&e) == EDEADLK);
	pthread_create(&t, 0, worker, 0);
	pthread_join(t, 0);
	assert(pthread_mutex_unlock(&r) == 0);
	assert(pthread_mutex_unlock(&e) == 0);
	return 0;
}
