// check: --property deadlock --rounds 2 --unwind 2
// expect: BUG unlock-not-held lock-leak deadlock
// expect[kiss]: UNKNOWN it looks for no deadlocks
// As answers_unlock.c, but the two questions are different ones.
#include <pthread.h>

int is_mt(int of);
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int x;

static void count(void)
{
	if (is_mt(1))
		pthread_mutex_lock(&m); // deadlock! lock-leak!
	x++;
	if (is_mt(2))
		pthread_mutex_unlock(&m); // unlock-not-held!
}

static void *worker(void *arg)
{
	count();
	return arg;
}

int main(void)
{
	pthread_t t;
	pthread_create(&t, 0, worker, 0);
	count();
	pthread_join(t, 0); // deadlock!
	return 0;
}
