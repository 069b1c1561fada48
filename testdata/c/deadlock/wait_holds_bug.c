// check: --property deadlock
// expect: BUG deadlock
// The wait releases its own mutex, but the thread keeps another one that the signaller needs.
#include <pthread.h>

pthread_mutex_t outer = PTHREAD_MUTEX_INITIALIZER, m = PTHREAD_MUTEX_INITIALIZER;
pthread_cond_t c = PTHREAD_COND_INITIALIZER;
int ready;

void *waiter(void *arg)
{
	pthread_mutex_lock(&outer);
	pthread_mutex_lock(&m);
	while (!ready)
		pthread_cond_wait(&c, &m); // deadlock!
	pthread_mutex_unlock(&m);
	pthread_mutex_unlock(&outer);
	return 0;
}

int main(void)
{
	pthread_t t;
	pthread_create(&t, 0, waiter, 0);
	pthread_mutex_lock(&outer); // deadlock!
	pthread_mutex_lock(&m);
	ready = 1;
	pthread_cond_signal(&c);
	pthread_mutex_unlock(&m);
	pthread_mutex_unlock(&outer);
	pthread_join(t, 0);
	return 0;
}
