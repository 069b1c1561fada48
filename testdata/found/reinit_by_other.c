// check: --property deadlock
// expect: UNKNOWN
// Main initializes the semaphore once more while the worker may wait for it: nothing wakes the worker then in glibc, and nothing says that it sees the new value.
#include <pthread.h>
#include <semaphore.h>

static sem_t s;
static int n;

static void *worker(void *arg)
{
	sem_wait(&s);
	n++;
	return arg;
}

int main(void)
{
	pthread_t t;
	sem_init(&s, 0, 0);
	pthread_create(&t, 0, worker, 0);
	sem_init(&s, 0, 1);
	pthread_join(t, 0);
	return n - n;
}
