// check: --property deadlock
// expect: BUG deadlock
// Trap 9: a mutex relocked by its owner deadlocks.
#include <pthread.h>

pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;

void inner(void)
{
	pthread_mutex_lock(&m); // deadlock!
	pthread_mutex_unlock(&m);
}

int main(void)
{
	pthread_mutex_lock(&m);
	inner();
	pthread_mutex_unlock(&m);
	return 0;
}
