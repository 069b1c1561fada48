// check: --property deadlock
// expect: PROVED
// An error-checking mutex says that it was not held: that is what it is for. Nor does a recursive one let go of what another thread holds.
#define _GNU_SOURCE
#include <errno.h>
#include <heddle.h>
#include <pthread.h>

pthread_mutex_t e = PTHREAD_ERRORCHECK_MUTEX_INITIALIZER_NP, r = PTHREAD_RECURSIVE_MUTEX_INITIALIZER_NP;

void *work(void *arg)
{
	heddle_assert(pthread_mutex_unlock(&e) == EPERM);
	heddle_assert(pthread_mutex_unlock(&r) == EPERM);
	return 0;
}

int main(void)
{
	pthread_t t, u;
	pthread_create(&t, 0, work, 0);
	pthread_create(&u, 0, work, 0);
	pthread_join(t, 0);
	pthread_join(u, 0);
	return 0;
}
