// check: --property assert
// expect: PROVED
// EDEADLK is an error of pthread_mutex_lock and pthread_mutex_timedlock: who tries to take an error-checking mutex that is its own gets EBUSY (POSIX pthread_mutex_lock).
#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <pthread.h>

static pthread_mutex_t e = PTHREAD_ERRORCHECK_MUTEX_INITIALIZER_NP;

int main(void)
{
	pthread_mutex_lock(&e);
	assert(pthread_mutex_trylock(&e) == EBUSY);
	assert(pthread_mutex_lock(&e) == EDEADLK);
	pthread_mutex_unlock(&e);
	assert(pthread_mutex_trylock(&e) == 0);
	return 0;
}
