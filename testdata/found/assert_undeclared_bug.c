// check: --property assert
// expect: BUG assert
// The header of assert was forgotten. What is called is no function that does nothing.
#include <pthread.h>
int x;
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
void *worker(void *a)
{
	pthread_mutex_lock(&m);
	x++;
	pthread_mutex_unlock(&m);
	return a;
}
int main(void)
{
	pthread_t t;
	pthread_create(&t, 0, worker, 0);
	pthread_mutex_lock(&m);
	assert(x == 0); // fail!
	pthread_mutex_unlock(&m);
	pthread_join(t, 0);
	assert(x == 1);
	return 0;
}
