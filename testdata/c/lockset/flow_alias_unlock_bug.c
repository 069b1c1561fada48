// check: --property race --rounds 2 --unwind 2
// expect: BUG race
// The lock is let go through a pointer that leads to it, or to another.
#include <heddle.h>
#include <pthread.h>

pthread_mutex_t m, other;
pthread_mutex_t *q;
int x;

void *worker(void *arg)
{
	pthread_mutex_lock(&m);
	pthread_mutex_unlock(q);
	x = 1; // race!
	return 0;
}

void *reader(void *arg)
{
	pthread_mutex_lock(&m);
	x = 2; // race!
	pthread_mutex_unlock(&m);
	return 0;
}

int main(void)
{
	pthread_t t;
	q = heddle_nondet_bool() ? &m : &other;
	pthread_create(&t, 0, worker, 0);
	pthread_create(&t, 0, reader, 0);
	return 0;
}
