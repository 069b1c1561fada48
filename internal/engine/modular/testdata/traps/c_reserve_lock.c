#include <assert.h>
#include <heddle.h>
#include <pthread.h>
#include <stdlib.h>

pthread_mutex_t global[100];
pthread_mutex_t *locks;
int x;

void *work(void *arg)
{
	pthread_mutex_lock(&locks[50]);
	x++;
	assert(x == 1);
	x--;
	pthread_mutex_unlock(&locks[50]);
	return 0;
}

int main(void)
{
	pthread_t t;
	unsigned long n = heddle_nondet_ulong();
	heddle_assume(n == 100 * sizeof *locks || n == 90 * sizeof *locks);
	pthread_mutex_t *own = malloc(n);
	pthread_mutex_init(&own[50], 0);
	locks = heddle_nondet_bool() ? own : global;
	pthread_create(&t, 0, work, 0);
	pthread_mutex_lock(&global[50]);
	x++;
	assert(x == 1);
	x--;
	pthread_mutex_unlock(&global[50]);
	return 0;
}
