// check: --property race
// expect: BUG race
// The result of trylock is not looked at.
#include <pthread.h>

pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
int x;

void *worker(void *arg)
{
	pthread_mutex_trylock(&m);
	x = 1; // race!
	return 0;
}

int main(void)
{
	pthread_t t;
	pthread_create(&t, 0, worker, 0);
	pthread_mutex_lock(&m);
	x = 2; // race!
	pthread_mutex_unlock(&m);
	pthread_join(t, 0);
	return 0;
}
