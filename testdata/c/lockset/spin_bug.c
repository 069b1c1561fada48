// check: --property race --rounds 2 --unwind 2
// expect: BUG race
// A spin lock that each thread initializes when it starts.
#include <heddle.h>
#include <pthread.h>

pthread_spinlock_t l;
int x;

void *worker(void *arg)
{
	pthread_spin_init(&l, PTHREAD_PROCESS_PRIVATE);
	while (heddle_nondet_bool()) {
		pthread_spin_lock(&l);
		x = !x; // race!
		pthread_spin_unlock(&l);
	}
	return 0;
}

int main(void)
{
	pthread_t s, t;
	pthread_create(&s, 0, worker, 0);
	pthread_create(&t, 0, worker, 0);
	return 0;
}
