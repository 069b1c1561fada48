// check: --property race,assert
// expect: UNKNOWN
// The worker lets go of the outer mutex while it holds the inner one, which main may destroy then: undefined (POSIX, pthread_mutex_destroy), although no access races. Engines that look at pairs of accesses alone proved it.
#include <pthread.h>

static pthread_mutex_t outer = PTHREAD_MUTEX_INITIALIZER, inner = PTHREAD_MUTEX_INITIALIZER;
static int n;

static void *worker(void *arg)
{
	pthread_mutex_lock(&outer);
	pthread_mutex_lock(&inner);
	pthread_mutex_unlock(&outer);
	n++;
	pthread_mutex_unlock(&inner);
	return arg;
}

int main(void)
{
	pthread_t t;
	pthread_create(&t, 0, worker, 0);
	pthread_mutex_lock(&outer);
	pthread_mutex_destroy(&inner);
	pthread_mutex_unlock(&outer);
	pthread_join(t, 0);
	return 0;
}
