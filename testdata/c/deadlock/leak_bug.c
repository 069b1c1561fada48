// check: --property deadlock
// expect: BUG deadlock lock-leak
// A path that forgets to unlock: the thread is gone and nobody can release the lock.
#include <heddle.h>
#include <pthread.h>

pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;

void *worker(void *arg)
{
	pthread_mutex_lock(&m); // lock-leak!
	if (heddle_nondet_bool())
		return 0;
	pthread_mutex_unlock(&m);
	return 0;
}

int main(void)
{
	pthread_t t;
	pthread_create(&t, 0, worker, 0);
	pthread_join(t, 0);
	pthread_mutex_lock(&m); // deadlock!
	pthread_mutex_unlock(&m);
	return 0;
}
