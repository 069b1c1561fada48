// check: --property deadlock --harness enter
// expect: BUG lock-leak
// An entry point returns to its caller with the lock in hand.
#include <pthread.h>

pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
int n;

int enter(int by)
{
	pthread_mutex_lock(&m); // lock-leak!
	if (by < 0) {
		return -1;
	}
	n += by;
	pthread_mutex_unlock(&m);
	return 0;
}

int look(void)
{
	pthread_mutex_lock(&m);
	int v = n;
	pthread_mutex_unlock(&m);
	return v;
}
