// explore:
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <semaphore.h>

static sem_t items, slots;
static int box;

static void *producer(void *arg) {
	sem_wait(&slots);
	box = 5;
	sem_post(&items);
	return arg;
}

int main(void) {
	pthread_t t;
	int v;
	assert(sem_init(&items, 0, 0) == 0 && sem_init(&slots, 0, 1) == 0);
	errno = 0;
	assert(sem_trywait(&items) == -1 && errno == EAGAIN);
	assert(sem_timedwait(&items, &(struct timespec){0, 0}) == -1 && errno == ETIMEDOUT);
	pthread_create(&t, NULL, producer, NULL);
	sem_wait(&items);
	assert(box == 5);
	pthread_join(t, NULL);
	assert(sem_getvalue(&slots, &v) == 0 && v == 0);
	sem_post(&slots);
	assert(sem_getvalue(&slots, &v) == 0 && v == 1);
	assert(sem_trywait(&slots) == 0);
	assert(sem_destroy(&items) == 0);
	return 0;
}
