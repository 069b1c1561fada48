// check: --property deadlock
// expect: BUG deadlock
// Threads that outlive main deadlock, whether it is gone or not.
#include <heddle.h>
#include <pthread.h>

pthread_mutex_t a = PTHREAD_MUTEX_INITIALIZER, b = PTHREAD_MUTEX_INITIALIZER, gate = PTHREAD_MUTEX_INITIALIZER;

void one(void)
{
	pthread_mutex_lock(&gate);
	pthread_mutex_unlock(&gate);
	pthread_mutex_lock(&a);
	pthread_mutex_lock(&b); // deadlock!
	pthread_mutex_unlock(&b);
	pthread_mutex_unlock(&a);
}

void two(void)
{
	pthread_mutex_lock(&b);
	pthread_mutex_lock(&a); // deadlock!
	pthread_mutex_unlock(&a);
	pthread_mutex_unlock(&b);
}

int main(void)
{
	pthread_mutex_lock(&gate);
	heddle_async(one);
	heddle_async(two);
	pthread_mutex_unlock(&gate);
	return 0;
}
