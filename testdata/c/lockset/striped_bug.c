// check: --property race --rounds 2 --unwind 2
// expect: BUG race
// Two locks for four numbers, found in two ways.
#include <heddle.h>
#include <pthread.h>

pthread_mutex_t m[2];
int d[4];

static pthread_mutex_t *lock_of(unsigned i) { return &m[i % 2]; }

void *up(void *arg)
{
	unsigned i = heddle_nondet_uchar() & 3;
	pthread_mutex_lock(lock_of(i));
	d[i] = 1; // race!
	pthread_mutex_unlock(lock_of(i));
	return 0;
}

void *down(void *arg)
{
	unsigned i = heddle_nondet_uchar() & 3;
	pthread_mutex_t *l = &m[i / 2];
	pthread_mutex_lock(l);
	d[i] = 0; // race!
	pthread_mutex_unlock(l);
	return 0;
}

int main(void)
{
	pthread_t s, t;
	pthread_create(&s, 0, up, 0);
	pthread_create(&t, 0, down, 0);
	return 0;
}
