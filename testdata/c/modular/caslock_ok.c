// check: --property race --rounds 2 --unwind 2 --timeout 5s
// expect: PROVED
// expect[explore]: UNKNOWN
// slow: explore
// A lock that is made of a compare-exchange, and any number of threads.
#include <heddle.h>
#include <pthread.h>
#include <stdatomic.h>

atomic_int lock;
int n;

void *worker(void *arg)
{
	int free = 0;
	while (!atomic_compare_exchange_strong(&lock, &free, 1))
		free = 0;
	n++;
	atomic_store(&lock, 0);
	return 0;
}

int main(void)
{
	pthread_t t;
	while (heddle_nondet_bool())
		pthread_create(&t, 0, worker, 0);
	return 0;
}
