// check: --property deadlock
// expect: PROVED
// The end of the process is no end of a thread: main returns with a lock in hand, and a thread that waits for it ends with the process.
#include <pthread.h>

pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;

void *work(void *arg)
{
	pthread_mutex_lock(&m);
	pthread_mutex_unlock(&m);
	return 0;
}

int main(void)
{
	pthread_t t;
	pthread_mutex_lock(&m);
	pthread_create(&t, 0, work, 0);
	return 0;
}
