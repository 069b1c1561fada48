// check: --property assert
// expect: PROVED
// Threads made in a loop of known length, all of them joined.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

atomic_int n;
int add[3] = {1, 2, 3};

void *worker(void *arg)
{
	n += *(int *)arg;
	return 0;
}

int main(void)
{
	pthread_t t[3];
	for (int i = 0; i < 3; i++)
		pthread_create(&t[i], 0, worker, &add[i]);
	for (int i = 0; i < 3; i++)
		pthread_join(t[i], 0);
	assert(n == 6);
	return 0;
}
