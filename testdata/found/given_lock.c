// check: --property race
// expect: UNKNOWN
// Both threads ask for the lock of one thing. They got two locks, and the race between them was a BUG.
#include <pthread.h>

pthread_mutex_t *guard_of(int thing);

static int count;

static void *user(void *unused)
{
	pthread_mutex_t *lock = guard_of(0);
	pthread_mutex_lock(lock);
	count++; // norace
	pthread_mutex_unlock(lock);
	return 0;
}

int main(void)
{
	pthread_t t;
	pthread_create(&t, 0, user, 0);
	user(0);
	pthread_join(t, 0);
	return 0;
}
