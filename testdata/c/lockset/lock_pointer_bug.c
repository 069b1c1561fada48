// check: --property race --rounds 2 --unwind 2
// expect: BUG race
// From the second iteration on it is another lock.
#include <heddle.h>
#include <pthread.h>

pthread_mutex_t m, n;
int x;

void *worker(void *arg)
{
	pthread_mutex_t *l = &m;
	while (heddle_nondet_bool()) {
		pthread_mutex_lock(l);
		x = !x; // race!
		pthread_mutex_unlock(l);
		l = &n;
	}
	return 0;
}

int main(void)
{
	pthread_t s, t;
	pthread_create(&s, 0, worker, 0);
	pthread_create(&t, 0, worker, 0);
	pthread_join(s, 0);
	pthread_join(t, 0);
	return 0;
}
