// check: --property deadlock
// expect: PROVED
// A thread that spins forever waits for nothing that the definition knows.
#include <pthread.h>
#include <stdatomic.h>

atomic_int flag;

void *worker(void *arg)
{
	while (!flag)
		;
	return 0;
}

int main(void)
{
	pthread_t t;
	pthread_create(&t, 0, worker, 0);
	return 0;
}
