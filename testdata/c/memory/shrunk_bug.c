// check: --property memory
// expect: BUG out-of-bounds
// Every access holds the lock, but the length is of an earlier time.
#include <pthread.h>
#include <stdlib.h>

pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
char *buffer;
unsigned length = 8;

void *worker(void *arg)
{
	pthread_mutex_lock(&m);
	unsigned n = length;
	pthread_mutex_unlock(&m);
	pthread_mutex_lock(&m);
	buffer[n - 1] = 1; // out-of-bounds!
	pthread_mutex_unlock(&m);
	return arg;
}

int main(void)
{
	pthread_t t;
	buffer = malloc(length);
	pthread_create(&t, 0, worker, 0);
	pthread_mutex_lock(&m);
	buffer = realloc(buffer, 4);
	length = 4;
	pthread_mutex_unlock(&m);
	pthread_join(t, 0);
	return 0;
}
