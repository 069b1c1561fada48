// check: --property race --rounds 2 --unwind 2
// expect: PROVED
// Counted in a variable of the thread's own, added up under the lock.
#include <heddle.h>
#include <pthread.h>

_Thread_local unsigned char count;
pthread_mutex_t m;
unsigned char sum;

void *worker(void *arg)
{
	for (int k = heddle_nondet_uchar() & 3; k > 0; k--)
		count = !count; // norace
	pthread_mutex_lock(&m);
	sum |= count; // norace
	pthread_mutex_unlock(&m);
	return 0;
}

int main(void)
{
	pthread_t s, t;
	pthread_create(&s, 0, worker, 0);
	pthread_create(&t, 0, worker, 0);
	return 0;
}
