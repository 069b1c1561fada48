// check: --property race --rounds 2 --unwind 2
// expect: BUG race
// The pointer to the lock changes before the thread is started: what is held is another lock.
#include <heddle.h>
#include <pthread.h>

pthread_mutex_t m, other;
pthread_mutex_t *q = &m;
int x;

void *worker(void *arg)
{
	pthread_mutex_lock(q);
	x = 1; // race!
	pthread_mutex_unlock(q);
	return 0;
}

int main(void)
{
	pthread_t t;
	pthread_mutex_lock(q);
	q = &other;
	pthread_create(&t, 0, worker, 0);
	x = 2; // race!
	return 0;
}
