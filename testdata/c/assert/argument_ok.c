// check: --property assert
// expect: PROVED
// Each thread has an argument of its own, passed by value inside the pointer.
#include <assert.h>
#include <pthread.h>

int seen[2];

void *worker(void *arg)
{
	seen[(long)arg]++;
	return 0;
}

int main(void)
{
	pthread_t t[2];
	for (long i = 0; i < 2; i++)
		pthread_create(&t[i], 0, worker, (void *)i);
	for (int i = 0; i < 2; i++)
		pthread_join(t[i], 0);
	assert(seen[0] == 1 && seen[1] == 1);
	return 0;
}
