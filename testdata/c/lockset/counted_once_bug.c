// check: --property race --rounds 3 --unwind 2 --timeout 5m
// expect: BUG race
// slow: explore
// Two threads are counted as one.
#include <heddle.h>
#include <pthread.h>
#include <stdlib.h>

unsigned long running;
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
int data;

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
	while (heddle_nondet_bool()) {
		__atomic_fetch_add(&running, 1, __ATOMIC_SEQ_CST);
		pthread_create(&t, 0, work, &running);
		pthread_create(&t, 0, work, &running);
	}
	heddle_assume(__atomic_load_n(&running, __ATOMIC_SEQ_CST) == 0);
	data = 7; // race!
	return 0;
}
