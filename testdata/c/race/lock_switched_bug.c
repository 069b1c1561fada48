// check: --property race
// expect: BUG race
// Which mutex is meant changes while the first thread is about to lock it.
#include <pthread.h>
#include <stdatomic.h>

pthread_mutex_t m, n;
pthread_mutex_t *_Atomic current = &m;
int x;

void *worker(void *arg)
{
	pthread_mutex_t *lock = current;
	pthread_mutex_lock(lock);
	x++; // race!
	pthread_mutex_unlock(lock);
	return arg;
}

int main(void)
{
	pthread_t s, t;
	pthread_create(&s, 0, worker, 0);
	current = &n;
	pthread_create(&t, 0, worker, 0);
	pthread_join(s, 0);
	pthread_join(t, 0);
	return 0;
}
