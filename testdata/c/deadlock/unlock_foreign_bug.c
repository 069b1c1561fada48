// check: --property deadlock
// expect: BUG unlock-not-held
// A mutex as a signal: main lets go of what the worker holds. With a semaphore that would be right.
#include <pthread.h>
#include <semaphore.h>

pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
sem_t taken, over;

void *work(void *arg)
{
	pthread_mutex_lock(&m);
	sem_post(&taken);
	sem_wait(&over);
	return 0;
}

int main(void)
{
	pthread_t t;
	pthread_create(&t, 0, work, 0);
	sem_wait(&taken);
	pthread_mutex_unlock(&m); // unlock-not-held!
	sem_post(&over);
	pthread_join(t, 0);
	return 0;
}
