// check: --property race --rounds 3 --unwind 2
// expect: BUG race
// Threads are counted in two elements of an array, and one is waited for.
#include <heddle.h>
#include <pthread.h>
#include <stdlib.h>

unsigned long running;
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
int data;

unsigned long counts[2];

void *work(void *arg)
{
	unsigned long *n = arg;
	pthread_mutex_lock(&m);
	data++; // race!
	pthread_mutex_unlock(&m);
	__atomic_fetch_sub(n, 1, __ATOMIC_SEQ_CST);
	return 0;
}

int main(void)
{
	pthread_t t;
	for (int i = 0; i < 2; i++) {
		__atomic_fetch_add(&counts[i], 1, __ATOMIC_SEQ_CST);
		pthread_create(&t, 0, work, &counts[i]);
	}
	heddle_assume(__atomic_load_n(&counts[0], __ATOMIC_SEQ_CST) == 0);
	data = 7; // race!
	return 0;
}
