// check: --property assert
// expect: UNKNOWN
// Every execution ends at a division by zero, in main. That the other thread waits is no end.
#include <assert.h>
#include <pthread.h>
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
int z;
void *worker(void *a)
{
	pthread_mutex_lock(&m);
	return a;
}
int main(void)
{
	pthread_t t;
	pthread_mutex_lock(&m);
	pthread_create(&t, 0, worker, 0);
	int x = 1 / z;
	pthread_mutex_unlock(&m);
	assert(x == 0);
	return 0;
}
