// check: --property deadlock
// expect: BUG deadlock lock-leak unlock-not-held
// The helper gives back another lock: while it still may unlock something main is no deadlock, afterwards it is.
#include <pthread.h>

pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER, other = PTHREAD_MUTEX_INITIALIZER;
pthread_t holder;

void *take(void *arg)
{
	pthread_mutex_lock(&m); // lock-leak!
	return 0;
}

static void give(void)
{
	pthread_mutex_unlock(&other); // unlock-not-held!
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
	pthread_mutex_lock(&m); // deadlock!
	pthread_join(u, 0);
	return 0;
}
