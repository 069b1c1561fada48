// check: --property race --rounds 2 --unwind 2
// expect: BUG race
// Another thread unlocks what it has not locked.
#include <heddle.h>
#include <pthread.h>

pthread_mutex_t m;
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

void *other(void *arg)
{
	pthread_mutex_unlock(&m);
	return 0;
}

int main(void)
{
	pthread_t s, t, u;
	pthread_create(&s, 0, worker, 0);
	pthread_create(&t, 0, worker, 0);
	pthread_create(&u, 0, other, 0);
	return 0;
}
