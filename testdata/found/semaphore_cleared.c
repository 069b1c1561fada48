// check: --property deadlock
// expect: UNKNOWN
// A semaphore is cleared while a thread may wait for it.
#include <pthread.h>
#include <semaphore.h>
#include <string.h>

static struct {
	int n;
	sem_t s;
} g;

static void *worker(void *arg)
{
	sem_wait(&g.s);
	g.n++;
	return arg;
}

int main(void)
{
	pthread_t t;
	sem_init(&g.s, 0, 0);
	pthread_create(&t, 0, worker, 0);
	memset(&g.s, 0, sizeof g.s);
	sem_post(&g.s);
	pthread_join(t, 0);
	return 0;
}
