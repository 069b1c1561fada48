// check: --property deadlock
// expect: BUG unlock-not-held
// Waiting on a condition with a mutex that is not held, perhaps by letting go of what the other thread holds.
#include <pthread.h>
#include <time.h>

pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
pthread_cond_t c = PTHREAD_COND_INITIALIZER;

void *work(void *arg)
{
	struct timespec at = {1, 0};
	pthread_cond_timedwait(&c, &m, &at); // unlock-not-held!
	pthread_mutex_unlock(&m); // unlock-not-held!
	return 0;
}

int main(void)
{
	pthread_t t, u;
	pthread_create(&t, 0, work, 0);
	pthread_create(&u, 0, work, 0);
	pthread_join(t, 0);
	pthread_join(u, 0);
	return 0;
}
