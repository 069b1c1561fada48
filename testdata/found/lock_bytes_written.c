// check: --property race
// expect: UNKNOWN
// Stores of bytes, by way of a union, go over a lock for readers and writers that is in use.
#include <pthread.h>

static union {
	pthread_rwlock_t l;
	char bytes[sizeof(pthread_rwlock_t)];
} u;
static int n;

static void *worker(void *arg)
{
	pthread_rwlock_wrlock(&u.l);
	n++;
	pthread_rwlock_unlock(&u.l);
	return arg;
}

int main(void)
{
	pthread_t t;
	pthread_rwlock_init(&u.l, 0);
	pthread_create(&t, 0, worker, 0);
	pthread_rwlock_rdlock(&u.l);
	for (unsigned i = 0; i < 4; i++)
		u.bytes[i] = 0;
	n++;
	pthread_rwlock_unlock(&u.l);
	pthread_join(t, 0);
	return 0;
}
