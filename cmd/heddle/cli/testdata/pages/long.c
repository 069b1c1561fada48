#include <assert.h>
#include <pthread.h>

/* An execution of some thousand steps, nearly all of which are alike. */
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int done;

static void *work(void *arg)
{
	int i;

	for (i = 0; i < 260; i++) {
		pthread_mutex_lock(&lock);
		done++;
		pthread_mutex_unlock(&lock);
	}
	return arg;
}

int main(void)
{
	pthread_t worker;

	pthread_create(&worker, 0, work, 0);
	pthread_join(worker, 0);
	assert(done < 260);
	return 0;
}
