// check: --property deadlock
// expect: BUG unlock-not-held
// The lock that was not got is let go.
#include <pthread.h>

pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
int n;

void *work(void *arg)
{
	if (pthread_mutex_trylock(&m) == 0)
		n++;
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
