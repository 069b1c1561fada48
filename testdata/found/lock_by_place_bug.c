// check: --property deadlock
// expect: BUG deadlock
// Wherever the object lies, one lock is taken twice.
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
	int *a = malloc(4);

	pthread_mutex_lock(lock_of(a));
	pthread_mutex_lock(&locks[0]);
	pthread_mutex_lock(&locks[1]);
	return 0;
}
