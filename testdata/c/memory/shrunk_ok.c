// check: --property memory
// expect: PROVED
// Length and buffer are looked at under one lock.
#include <pthread.h>
#include <stdlib.h>

pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
char *buffer;
unsigned length = 8;

void *worker(void *arg)
{
	pthread_mutex_lock(&m);
	buffer[length - 1] = 1;
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
