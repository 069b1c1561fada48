// check: --property deadlock
// expect: BUG lock-leak
// A lock that is held twice for reading and let go once.
#include <pthread.h>

pthread_rwlock_t l = PTHREAD_RWLOCK_INITIALIZER;

void *work(void *arg)
{
	pthread_rwlock_rdlock(&l); // lock-leak!
	pthread_rwlock_rdlock(&l);
	pthread_rwlock_unlock(&l);
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
