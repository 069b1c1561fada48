// check: --property deadlock,assert
// expect: PROVED
// Error-checking mutexes say that they are held, and adaptive ones are normal.
#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <pthread.h>

typedef pthread_mutex_t lock_t;

static struct { int a; lock_t l; } s = { 1, PTHREAD_ERRORCHECK_MUTEX_INITIALIZER_NP };
static lock_t adaptive = PTHREAD_ADAPTIVE_MUTEX_INITIALIZER_NP;

int main(void)
{
	assert(pthread_mutex_lock(&s.l) == 0);
	assert(pthread_mutex_lock(&s.l) == EDEADLK);
	assert(pthread_mutex_unlock(&s.l) == 0);
	assert(pthread_mutex_unlock(&s.l) == EPERM);
	s.l = (lock_t)PTHREAD_ERRORCHECK_MUTEX_INITIALIZER_NP;
	assert(pthread_mutex_unlock(&s.l) == EPERM);
	pthread_mutex_lock(&adaptive);
	pthread_mutex_unlock(&adaptive);
	return 0;
}
