// check: --property assert
// expect: PROVED
// The routine runs exactly once.
#include <assert.h>
#include <pthread.h>

pthread_once_t once = PTHREAD_ONCE_INIT;
int runs;

void init(void) { runs++; }

void *worker(void *arg)
{
	pthread_once(&once, init);
	assert(runs == 1);
	return 0;
}

int main(void)
{
	pthread_t t;
	pthread_create(&t, 0, worker, 0);
	pthread_once(&once, init);
	assert(runs == 1);
	pthread_join(t, 0);
	return 0;
}
