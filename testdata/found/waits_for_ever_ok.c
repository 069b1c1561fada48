// check: --property assert
// expect: PROVED
// All threads wait, and nothing was assumed: an end, if not a good one.
#include <assert.h>
#include <pthread.h>
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
void *worker(void *a)
{
	pthread_mutex_lock(&m);
	assert(0);
	return a;
}
int main(void)
{
	pthread_t t;
	pthread_mutex_lock(&m);
	pthread_create(&t, 0, worker, 0);
	pthread_join(t, 0);
	assert(0);
	return 0;
}
