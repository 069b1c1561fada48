// check: --property assert
// expect: PROVED
// A writer is alone; tryrdlock fails while it is there, and only then.
#include <assert.h>
#include <errno.h>
#include <pthread.h>

pthread_rwlock_t l = PTHREAD_RWLOCK_INITIALIZER;
int a, b;

void *reader(void *arg)
{
	pthread_rwlock_rdlock(&l);
	assert(a == b);
	pthread_rwlock_unlock(&l);
	return 0;
}

int main(void)
{
	pthread_t t;
	assert(pthread_rwlock_tryrdlock(&l) == 0);
	assert(pthread_rwlock_tryrdlock(&l) == 0);
	assert(pthread_rwlock_trywrlock(&l) == EBUSY);
	pthread_rwlock_unlock(&l);
	pthread_rwlock_unlock(&l);
	pthread_create(&t, 0, reader, 0);
	pthread_rwlock_wrlock(&l);
	a = 1;
	b = 1;
	pthread_rwlock_unlock(&l);
	pthread_join(t, 0);
	return 0;
}
