// check: --property assert,deadlock
// expect: BUG deadlock
// Asked together with assertions, for which the waiter could wake by itself: for the deadlock it does not.
#include <assert.h>
#include <pthread.h>

pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
pthread_cond_t c = PTHREAD_COND_INITIALIZER;
int ready;

void *waiter(void *arg)
{
	pthread_mutex_lock(&m);
	while (!ready)
		pthread_cond_wait(&c, &m); // deadlock!
	assert(ready);
	pthread_mutex_unlock(&m);
	return 0;
}

int main(void)
{
	pthread_t t;
	pthread_create(&t, 0, waiter, 0);
	pthread_mutex_lock(&m);
	ready = 1; // and no signal
	pthread_mutex_unlock(&m);
	pthread_join(t, 0); // deadlock!
	return 0;
}
