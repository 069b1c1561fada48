// check: --property deadlock
// expect: BUG deadlock
// slow: rounds
// Two threads wait, one signal wakes one of them.
#include <pthread.h>

pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
pthread_cond_t c = PTHREAD_COND_INITIALIZER;
int ready;

void *waiter(void *arg)
{
	pthread_mutex_lock(&m);
	while (!ready)
		pthread_cond_wait(&c, &m); // deadlock!
	pthread_mutex_unlock(&m);
	return 0;
}

int main(void)
{
	pthread_t t, u;
	pthread_create(&t, 0, waiter, 0);
	pthread_create(&u, 0, waiter, 0);
	pthread_mutex_lock(&m);
	ready = 1;
	pthread_cond_signal(&c);
	pthread_mutex_unlock(&m);
	pthread_join(t, 0); // deadlock!
	pthread_join(u, 0); // deadlock!
	return 0;
}
