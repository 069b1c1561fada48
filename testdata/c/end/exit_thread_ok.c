// check: --property assert
// expect: PROVED
// Trap 3: exit in any thread ends all; the join never comes back.
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

void *worker(void *arg)
{
	exit(0);
}

int main(void)
{
	pthread_t t;
	pthread_create(&t, 0, worker, 0);
	pthread_join(t, 0);
	assert(0); // nofail
	return 0;
}
