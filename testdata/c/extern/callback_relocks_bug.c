// check: --property deadlock
// expect: BUG deadlock
// Called back while the lock is held.
#include <pthread.h>

void for_each(void (*)(void));

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;

static void visit(void)
{
	pthread_mutex_lock(&m); // deadlock!
	pthread_mutex_unlock(&m);
}

int main(void)
{
	pthread_mutex_lock(&m);
	for_each(visit);
	pthread_mutex_unlock(&m);
	return 0;
}
