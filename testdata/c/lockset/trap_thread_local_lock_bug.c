// check: --property race --rounds 2 --unwind 2
// expect: BUG race
// Each thread has a lock of its own, and so it keeps nobody out.
#include <heddle.h>
#include <pthread.h>

_Thread_local pthread_mutex_t m;
int x;

void *worker(void *arg)
{
	while (heddle_nondet_bool()) {
		pthread_mutex_lock(&m);
		x = !x; // race!
		pthread_mutex_unlock(&m);
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
