// check: --property race
// expect: PROVED
// A semaphore as a lock, and one to hand data over.
#include <pthread.h>
#include <semaphore.h>

sem_t lock, full;
int x, data;

void *worker(void *arg)
{
	data = 1; // norace
	sem_post(&full);
	sem_wait(&lock);
	x++; // norace
	sem_post(&lock);
	return 0;
}

int main(void)
{
	pthread_t t;
	sem_init(&lock, 0, 1);
	sem_init(&full, 0, 0);
	pthread_create(&t, 0, worker, 0);
	sem_wait(&lock);
	x++; // norace
	sem_post(&lock);
	sem_wait(&full);
	int v = data; // norace
	pthread_join(t, 0);
	return v;
}
