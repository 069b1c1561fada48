// check: --property deadlock
// expect: BUG lock-leak deadlock
// A detached thread exits in a callee and holds the lock, which main may wait for then. The mutex on its stack dies with it.
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
	pthread_mutex_lock(&m); // lock-leak!
	if (arg) {
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
