// check: --property race --rounds 2 --unwind 2
// expect: PROVED
// Threads make threads, and all of them take the lock.
#include <heddle.h>
#include <pthread.h>

pthread_mutex_t m;
int x;

void *child(void *arg)
{
	pthread_mutex_lock(&m);
	x = !x; // norace
	pthread_mutex_unlock(&m);
	return 0;
}

void *parent(void *arg)
{
	pthread_t t;
	for (int k = heddle_nondet_uchar() & 3; k > 0; k--)
		pthread_create(&t, 0, child, 0);
	pthread_mutex_lock(&m);
	x = 2; // norace
	pthread_mutex_unlock(&m);
	return 0;
}

int main(void)
{
	pthread_t t;
	pthread_create(&t, 0, parent, 0);
	pthread_mutex_lock(&m);
	x = 3; // norace
	pthread_mutex_unlock(&m);
	return 0;
}
