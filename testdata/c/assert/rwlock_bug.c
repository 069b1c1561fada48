// check: --property assert
// expect: BUG assert
// Two readers are inside at the same time.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

pthread_rwlock_t l = PTHREAD_RWLOCK_INITIALIZER;
atomic_int inside;

void *reader(void *arg)
{
	pthread_rwlock_rdlock(&l);
	inside++;
	assert(inside == 1); // fail!
	inside--;
	pthread_rwlock_unlock(&l);
	return 0;
}

int main(void)
{
	pthread_t a, b;
	pthread_create(&a, 0, reader, 0);
	pthread_create(&b, 0, reader, 0);
	pthread_join(a, 0);
	pthread_join(b, 0);
	return 0;
}
