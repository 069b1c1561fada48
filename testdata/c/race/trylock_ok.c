// check: --property race
// expect: PROVED
// The access happens only when the lock was got.
#include <pthread.h>

pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
int x;

void *worker(void *arg)
{
	if (pthread_mutex_trylock(&m) == 0) {
		x++; // norace
		pthread_mutex_unlock(&m);
	}
	return 0;
}

int main(void)
{
	pthread_t t;
	pthread_create(&t, 0, worker, 0);
	pthread_mutex_lock(&m);
	x++; // norace
	pthread_mutex_unlock(&m);
	pthread_join(t, 0);
	return 0;
}
