// Each waits for the other's post.
// simulate: blocked
// explore: deadlock
#include <pthread.h>
#include <semaphore.h>

static sem_t a, b;

static void *thread(void *arg) {
	sem_wait(&a);
	sem_post(&b);
	return arg;
}

int main(void) {
	pthread_t t;
	sem_init(&a, 0, 0);
	sem_init(&b, 0, 0);
	pthread_create(&t, 0, thread, 0);
	sem_wait(&b);
	sem_post(&a);
	pthread_join(t, 0);
	return 0;
}
