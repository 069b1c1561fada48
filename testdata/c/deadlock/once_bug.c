// check: --property deadlock
// expect: BUG deadlock
// The thread that runs the initializer wants the lock of one that waits for the initializer; or main runs it, and wants its own.
#include <pthread.h>

pthread_once_t once = PTHREAD_ONCE_INIT;
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;

static void init(void)
{
	pthread_mutex_lock(&m); // deadlock!
	pthread_mutex_unlock(&m);
}

void *worker(void *arg)
{
	pthread_once(&once, init);
	return arg;
}

int main(void)
{
	pthread_t t;
	pthread_create(&t, 0, worker, 0);
	pthread_mutex_lock(&m);
	pthread_once(&once, init); // deadlock!
	pthread_mutex_unlock(&m);
	pthread_join(t, 0);
	return 0;
}
