// check: --property race --rounds 2 --unwind 2 --timeout 10s
// expect: PROVED
// expect[explore]: UNKNOWN
// slow: explore
// Any number of threads. Who writes the same counter has the same lock.
#include <heddle.h>
#include <pthread.h>

struct account {
	pthread_mutex_t m;
	long n;
} a[8];

void *worker(void *arg)
{
	struct account *x = arg;
	for (;;) {
		pthread_mutex_lock(&x->m);
		x->n++; // norace
		pthread_mutex_unlock(&x->m);
	}
}

int main(void)
{
	pthread_t t;
	for (int i = 0; i < heddle_nondet_int(); i++)
		pthread_create(&t, 0, worker, &a[i & 7]);
	pthread_mutex_lock(&a[0].m);
	a[0].n = 0; // norace
	return 0;
}
