// explore:
#include <assert.h>
#include <errno.h>
#include <pthread.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t c = PTHREAD_COND_INITIALIZER, done;
static int ready, taken;

static void *consumer(void *arg) {
	(void)arg;
	pthread_mutex_lock(&m);
	while (!ready)
		pthread_cond_wait(&c, &m);
	taken = ready;
	pthread_cond_broadcast(&done);
	pthread_mutex_unlock(&m);
	return 0;
}

int main(void) {
	pthread_t t;
	pthread_cond_init(&done, NULL);
	pthread_create(&t, NULL, consumer, NULL);
	pthread_mutex_lock(&m);
	ready = 7;
	pthread_cond_signal(&c);
	int r = pthread_cond_timedwait(&done, &m, &(struct timespec){0, 0});
	assert(r == 0 || r == ETIMEDOUT);
	pthread_mutex_unlock(&m);
	pthread_join(t, NULL);
	assert(taken == 7);
	pthread_cond_destroy(&done);
	return 0;
}
