// check: --property assert
// expect: PROVED
// Trap 3: when main returns, all threads end. Nobody can wait for main to be over.
#include <assert.h>
#include <pthread.h>

pthread_t boss;

void *worker(void *arg)
{
	pthread_join(boss, 0);
	assert(0); // nofail
	return 0;
}

int main(void)
{
	pthread_t t;
	boss = pthread_self();
	pthread_create(&t, 0, worker, 0);
	return 0;
}
