// check: --property assert
// expect: PROVED
// Trap 11: a section that needs a lock which another thread holds does not begin.
#include <heddle.h>
#include <pthread.h>

pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
int x;

void *worker(void *arg)
{
	heddle_atomic {
		x = 1;
		pthread_mutex_lock(&m);
		x = 2;
		pthread_mutex_unlock(&m);
	}
	return 0;
}

int main(void)
{
	pthread_t t;
	pthread_mutex_lock(&m);
	pthread_create(&t, 0, worker, 0);
	heddle_assert(x == 0);
	pthread_mutex_unlock(&m);
	pthread_join(t, 0);
	heddle_assert(x == 2);
	return 0;
}
