// check: --property assert
// expect: BUG assert
// Trap 3: pthread_exit in main ends one thread; the others go on.
#include <assert.h>
#include <pthread.h>

pthread_t boss;

void *worker(void *arg)
{
	pthread_join(boss, 0);
	assert(0); // fail!
	return 0;
}

int main(void)
{
	pthread_t t;
	boss = pthread_self();
	pthread_create(&t, 0, worker, 0);
	pthread_exit(0);
}
