// check: --property assert
// expect: PROVED
// Trap 9: trylock fails only when the lock is held.
#include <assert.h>
#include <errno.h>
#include <pthread.h>

pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;

int main(void)
{
	assert(pthread_mutex_trylock(&m) == 0);
	assert(pthread_mutex_trylock(&m) == EBUSY);
	pthread_mutex_unlock(&m);
	assert(pthread_mutex_trylock(&m) == 0);
	return 0;
}
