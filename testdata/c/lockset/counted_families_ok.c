// check: --property race --rounds 3 --unwind 2 --timeout 5s
// expect: PROVED
// expect[explore]: UNKNOWN
// expect[lockset]: POSSIBLE
// slow: explore
// Threads wait for those that they have started, and are waited for.
#include <heddle.h>
#include <pthread.h>
#include <stdlib.h>

unsigned long running;
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
int data;

void *child(void *arg)
{
	unsigned long *n = arg;
	pthread_mutex_lock(&m);
	data++; // norace
	pthread_mutex_unlock(&m);
	__atomic_fetch_sub(n, 1, __ATOMIC_SEQ_CST);
	return 0;
}

void *parent(void *arg)
{
	unsigned long *children = calloc(1, sizeof *children);
	pthread_t t;
	while (heddle_nondet_bool()) {
		__atomic_fetch_add(children, 1, __ATOMIC_SEQ_CST);
		pthread_create(&t, 0, child, children);
	}
	heddle_assume(__atomic_load_n(children, __ATOMIC_SEQ_CST) == 0);
	__atomic_fetch_sub(&running, 1, __ATOMIC_SEQ_CST);
	return 0;
}

int main(void)
{
	pthread_t t;
	while (heddle_nondet_bool()) {
		__atomic_fetch_add(&running, 1, __ATOMIC_SEQ_CST);
		pthread_create(&t, 0, parent, 0);
	}
	heddle_assume(__atomic_load_n(&running, __ATOMIC_SEQ_CST) == 0);
	data = 7; // norace
	return 0;
}
