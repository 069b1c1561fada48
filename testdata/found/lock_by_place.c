// check: --property deadlock
// expect: POSSIBLE deadlock
// Which lock is taken depends on where objects lie: both may share one, as here, or not.
#include <pthread.h>
#include <stdint.h>
#include <stdlib.h>

static pthread_mutex_t locks[2];

static pthread_mutex_t *lock_of(void *p)
{
	return &locks[(uintptr_t)p >> 4 & 1];
}

int main(void)
{
	int *a = malloc(4), *b = malloc(4);

	pthread_mutex_lock(lock_of(a));
	pthread_mutex_lock(lock_of(b));
	pthread_mutex_unlock(lock_of(b));
	pthread_mutex_unlock(lock_of(a));
	return 0;
}
