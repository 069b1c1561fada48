// check: --property race --rounds 2 --unwind 2
// expect: PROVED
// Readers share the lock, writers do not.
#include <heddle.h>
#include <pthread.h>

pthread_rwlock_t l;
int x;

void *reader(void *arg)
{
	int sum = 0;
	while (heddle_nondet_bool()) {
		pthread_rwlock_rdlock(&l);
		sum |= x; // norace
		pthread_rwlock_unlock(&l);
	}
	return 0;
}

void *writer(void *arg)
{
	while (heddle_nondet_bool()) {
		pthread_rwlock_wrlock(&l);
		x = 1; // norace
		pthread_rwlock_unlock(&l);
	}
	return 0;
}

int main(void)
{
	pthread_t s, t, u;
	pthread_create(&s, 0, reader, 0);
	pthread_create(&t, 0, reader, 0);
	pthread_create(&u, 0, writer, 0);
	return 0;
}
