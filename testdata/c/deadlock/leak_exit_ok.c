// check: --property deadlock
// expect: PROVED
// A detached thread lets go of the lock before it exits. The mutex on its stack dies with it.
#include <pthread.h>

pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;

static void leave(void)
{
	pthread_exit(0);
}

void *work(void *arg)
{
	pthread_mutex_t own = PTHREAD_MUTEX_INITIALIZER;
	pthread_mutex_lock(&own);
	pthread_mutex_lock(&m);
	if (arg) {
		pthread_mutex_unlock(&m);
		leave();
	}
	pthread_mutex_unlock(&m);
	pthread_mutex_unlock(&own);
	return 0;
}

int main(void)
{
	pthread_t t;
	pthread_create(&t, 0, work, &m);
	pthread_detach(t);
	work(0);
	pthread_exit(0);
}
