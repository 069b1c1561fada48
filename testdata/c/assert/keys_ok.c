// check: --property assert
// expect: PROVED
// A key holds a value per thread, null at first.
#include <assert.h>
#include <pthread.h>

pthread_key_t key;

void *worker(void *arg)
{
	assert(pthread_getspecific(key) == 0);
	pthread_setspecific(key, (void *)2);
	assert(pthread_getspecific(key) == (void *)2);
	return 0;
}

int main(void)
{
	pthread_t t;
	pthread_key_create(&key, 0);
	pthread_setspecific(key, (void *)1);
	pthread_create(&t, 0, worker, 0);
	pthread_join(t, 0);
	assert(pthread_getspecific(key) == (void *)1);
	return 0;
}
