// check: --property race
// expect: PROVED
// Reads do not race with reads. A mutex is used by all threads: calls on it are no data accesses.
#include <pthread.h>

int table[2] = {3, 4};
pthread_mutex_t m;

void *worker(void *arg)
{
	pthread_mutex_lock(&m);
	pthread_mutex_unlock(&m);
	return (void *)(long)(table[0] + table[1]); // norace
}

int main(void)
{
	pthread_t a, b;
	pthread_create(&a, 0, worker, 0);
	pthread_create(&b, 0, worker, 0);
	int v = table[1]; // norace
	pthread_join(a, 0);
	pthread_join(b, 0);
	return v;
}
