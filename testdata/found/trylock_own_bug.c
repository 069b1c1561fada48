// check: --property assert
// expect: BUG assert
// Who tries to take an error-checking mutex that is its own gets EBUSY, and not EDEADLK.
#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <pthread.h>

static pthread_mutex_t e = PTHREAD_ERRORCHECK_MUTEX_INITIALIZER_NP;

int main(void)
{
	pthread_mutex_lock(&e);
	assert(pthread_mutex_trylock(&e) == EDEADLK);
	assert(pthread_mutex_lock(&e) == EDEADLK);
	pthread_mutex_unlock(&e);
	assert(pthread_mutex_trylock(&e) == 0);
	return 0;
}
