// check: --property assert,race
// expect: PROVED
// A thread function that falls off its end returns anything, which is no input as long as nobody reads it.
#include <assert.h>
#include <pthread.h>

int n;
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;

void *work(void *a)
{
	pthread_mutex_lock(&m);
	n++;
	pthread_mutex_unlock(&m);
}

int main(void)
{
	pthread_t t, u;
	pthread_create(&t, 0, work, 0);
	pthread_create(&u, 0, work, 0);
	pthread_join(t, 0);
	pthread_join(u, 0);
	assert(n == 2);
	return 0;
}
