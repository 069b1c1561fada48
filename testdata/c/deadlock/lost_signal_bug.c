// check: --property deadlock
// expect: BUG deadlock
// Trap 9: the signal may come before the wait, and is lost then. No spurious wakeup saves the thread where deadlocks are looked for.
#include <pthread.h>

pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
pthread_cond_t c = PTHREAD_COND_INITIALIZER;

void *waiter(void *arg)
{
	pthread_mutex_lock(&m);
	pthread_cond_wait(&c, &m); // deadlock!
	pthread_mutex_unlock(&m);
	return 0;
}

int main(void)
{
	pthread_t t;
	pthread_create(&t, 0, waiter, 0);
	pthread_mutex_lock(&m);
	pthread_cond_signal(&c);
	pthread_mutex_unlock(&m);
	pthread_join(t, 0); // deadlock!
	return 0;
}
