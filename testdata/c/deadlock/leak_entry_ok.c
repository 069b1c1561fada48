// check: --property deadlock --harness enter,look
// expect: PROVED
// expect[explore]: UNKNOWN
// Every way out of the entry points lets go of the lock.
#include <pthread.h>

pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
int n;

int enter(int by)
{
	pthread_mutex_lock(&m);
	if (by < 0) {
		pthread_mutex_unlock(&m);
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
