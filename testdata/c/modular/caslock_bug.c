// check: --property race --rounds 2 --unwind 2 --timeout 5s
// expect: BUG race
// slow: explore
// It is looked at first, and then taken.
#include <heddle.h>
#include <pthread.h>
#include <stdatomic.h>

atomic_int lock;
int n;

void *worker(void *arg)
{
	while (atomic_load(&lock) != 0)
		;
	atomic_store(&lock, 1);
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
