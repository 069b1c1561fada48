// check: --property deadlock
// expect: BUG lock-leak unlock-not-held
// No deadlock: the unlock that main waits for is done by a thread that does not hold the lock, whose holder has ended. That thread may still unlock
// something, in a loop and behind a call. But both are undefined by POSIX.
#include <pthread.h>

pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
pthread_t holder;

void *take(void *arg)
{
	pthread_mutex_lock(&m); // lock-leak!
	return 0;
}

static void give(void)
{
	pthread_mutex_unlock(&m); // unlock-not-held!
}

void *helper(void *arg)
{
	pthread_join(holder, 0);
	for (int i = 0; i < 2; i++)
		if (i == 1)
			give();
	return 0;
}

int main(void)
{
	pthread_t u;
	pthread_create(&holder, 0, take, 0);
	pthread_join(holder, 0);
	pthread_create(&u, 0, helper, 0);
	pthread_mutex_lock(&m);
	pthread_join(u, 0);
	return 0;
}
