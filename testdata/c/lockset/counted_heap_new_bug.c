// check: --property race --rounds 3 --unwind 2
// expect: BUG race
// slow: explore
// Each thread has a count of its own, and only the last one is waited for.
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
	unsigned long *count = calloc(1, sizeof *count);
	while (heddle_nondet_bool()) {
		count = calloc(1, sizeof *count);
		__atomic_fetch_add(count, 1, __ATOMIC_SEQ_CST);
		pthread_create(&t, 0, work, count);
	}
	heddle_assume(__atomic_load_n(count, __ATOMIC_SEQ_CST) == 0);
	data = 7; // race!
	return 0;
}
