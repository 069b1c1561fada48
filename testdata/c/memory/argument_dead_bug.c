// check: --property memory
// expect: BUG use-after-free
// Trap 10: the argument may die before the new thread reads it.
#include <pthread.h>

pthread_t t;

void *worker(void *arg)
{
	return (void *)(long)*(int *)arg; // use-after-free!
}

void start(void)
{
	int n = 1;
	pthread_create(&t, 0, worker, &n);
}

int main(void)
{
	start();
	pthread_join(t, 0);
	return 0;
}
