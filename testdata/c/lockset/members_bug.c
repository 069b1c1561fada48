// check: --property race --rounds 2 --unwind 2
// expect: BUG race
// slow: explore
// So with any number of threads, but main, which takes no lock.
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
		x->n++; // race!
		pthread_mutex_unlock(&x->m);
	}
}

int main(void)
{
	pthread_t t;
	for (int i = 0; i < heddle_nondet_int(); i++)
		pthread_create(&t, 0, worker, &a[i & 7]);
	a[0].n = 0; // race!
	return 0;
}
