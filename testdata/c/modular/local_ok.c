// check: --property race --rounds 2 --unwind 2
// expect: PROVED
// Each thread has its own flag that says whether it takes the lock.
#include <pthread.h>

__thread int locks;
int shared;
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;

void *work(void *arg)
{
	locks = 1;
	if (locks)
		pthread_mutex_lock(&m);
	shared++;
	if (locks)
		pthread_mutex_unlock(&m);
	return 0;
}

int main(void)
{
	pthread_t a, b;
	pthread_create(&a, 0, work, 0);
	pthread_create(&b, 0, work, &shared);
	pthread_join(a, 0);
	pthread_join(b, 0);
	return 0;
}
