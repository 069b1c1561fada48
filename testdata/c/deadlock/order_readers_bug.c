// check: --property deadlock
// expect: BUG deadlock
// expect[lockset]: POSSIBLE
// Opposite orders of writers who then read.
#include <pthread.h>

pthread_rwlock_t a = PTHREAD_RWLOCK_INITIALIZER, b = PTHREAD_RWLOCK_INITIALIZER;

void *one(void *arg)
{
	pthread_rwlock_wrlock(&a);
	pthread_rwlock_rdlock(&b);
	pthread_rwlock_unlock(&b);
	pthread_rwlock_unlock(&a);
	return 0;
}

void *two(void *arg)
{
	pthread_rwlock_wrlock(&b);
	pthread_rwlock_rdlock(&a);
	pthread_rwlock_unlock(&a);
	pthread_rwlock_unlock(&b);
	return 0;
}

int main(void)
{
	pthread_t t, u;
	pthread_create(&t, 0, one, 0);
	pthread_create(&u, 0, two, 0);
	pthread_join(t, 0);
	pthread_join(u, 0);
	return 0;
}
