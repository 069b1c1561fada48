// check: --property assert
// expect: BUG assert
// Trap 9: another thread may hold it.
#include <assert.h>
#include <pthread.h>

pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;

void *worker(void *arg)
{
	pthread_mutex_lock(&m);
	pthread_mutex_unlock(&m);
	return 0;
}

int main(void)
{
	pthread_t t;
	pthread_create(&t, 0, worker, 0);
	assert(pthread_mutex_trylock(&m) == 0); // fail!
	return 0;
}
