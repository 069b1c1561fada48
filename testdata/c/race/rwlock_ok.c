// check: --property race
// expect: PROVED
// Readers share the lock, the writer has it alone.
#include <pthread.h>

int x;
pthread_rwlock_t l = PTHREAD_RWLOCK_INITIALIZER;

void *reader(void *arg)
{
	pthread_rwlock_rdlock(&l);
	int v = x; // norace
	pthread_rwlock_unlock(&l);
	return (void *)(long)v;
}

int main(void)
{
	pthread_t a, b;
	pthread_create(&a, 0, reader, 0);
	pthread_create(&b, 0, reader, 0);
	pthread_rwlock_wrlock(&l);
	x = 1; // norace
	pthread_rwlock_unlock(&l);
	pthread_join(a, 0);
	pthread_join(b, 0);
	return 0;
}
