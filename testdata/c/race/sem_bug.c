// check: --property race
// expect: BUG race
// Posted before the data is there; and a semaphore that lets two in is no lock.
#include <pthread.h>
#include <semaphore.h>

sem_t lock, full;
int x, data;

void *worker(void *arg)
{
	sem_post(&full);
	data = 1; // race!
	sem_wait(&lock);
	x = 1; // race!
	sem_post(&lock);
	return 0;
}

int main(void)
{
	pthread_t t;
	sem_init(&lock, 0, 2);
	sem_init(&full, 0, 0);
	pthread_create(&t, 0, worker, 0);
	sem_wait(&full);
	int v = data; // race!
	sem_wait(&lock);
	x = 2; // race!
	sem_post(&lock);
	pthread_join(t, 0);
	return v;
}
