// check: --property race,assert
// expect: PROVED
// The mutex and the semaphore are destroyed after their last use, and initialized for the next: nobody is there who uses them meanwhile.
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>

static pthread_mutex_t m;
static sem_t s;
static int n;

static void *worker(void *arg)
{
	pthread_mutex_lock(&m);
	n++;
	pthread_mutex_unlock(&m);
	sem_post(&s);
	return arg;
}

static void once(void)
{
	pthread_t t;
	pthread_mutex_init(&m, 0);
	sem_init(&s, 0, 0);
	pthread_create(&t, 0, worker, 0);
	worker(0);
	sem_wait(&s);
	sem_wait(&s);
	pthread_join(t, 0);
	pthread_mutex_destroy(&m);
	sem_destroy(&s);
}

int main(void)
{
	once();
	once();
	assert(n == 4);
	return 0;
}
