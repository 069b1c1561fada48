// check: --property race
// expect: BUG race
// Both threads hold a lock, but not the same one.
#include <pthread.h>

int x;
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER, n = PTHREAD_MUTEX_INITIALIZER;

void *one(void *arg)
{
	pthread_mutex_lock(&m);
	x = 1; // race!
	pthread_mutex_unlock(&m);
	return 0;
}

void *two(void *arg)
{
	pthread_mutex_lock(&n);
	x = 2; // race!
	pthread_mutex_unlock(&n);
	return 0;
}

int main(void)
{
	pthread_t a, b;
	pthread_create(&a, 0, one, 0);
	pthread_create(&b, 0, two, 0);
	pthread_join(a, 0);
	pthread_join(b, 0);
	return 0;
}
