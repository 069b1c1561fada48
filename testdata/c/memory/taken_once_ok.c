// check: --property memory
// expect: PROVED
// Of two that exchange the pointer for null one gets the object.
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

void *_Atomic shared;

void *worker(void *arg)
{
	free(atomic_exchange(&shared, (void *)0));
	return arg;
}

int main(void)
{
	pthread_t t;
	shared = malloc(4);
	pthread_create(&t, 0, worker, 0);
	worker(0);
	pthread_join(t, 0);
	return 0;
}
