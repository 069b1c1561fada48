// check: --property deadlock
// expect: BUG unlock-not-held
// Let go on the way and again at the end: of what nobody holds, or of what the other thread took meanwhile, which then does not hold it either.
#include <heddle.h>
#include <pthread.h>

pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;

void *work(void *arg)
{
	pthread_mutex_lock(&m);
	if (heddle_nondet_bool())
		pthread_mutex_unlock(&m); // unlock-not-held!
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
