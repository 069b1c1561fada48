// check: --property race --rounds 2 --unwind 2
// expect: PROVED
// Whichever function it is, it takes the lock.
#include <heddle.h>
#include <pthread.h>

pthread_mutex_t m;
int x;

static void up(void)
{
	pthread_mutex_lock(&m);
	x = 1; // norace
	pthread_mutex_unlock(&m);
}

static void down(void)
{
	pthread_mutex_lock(&m);
	x = 0; // norace
	pthread_mutex_unlock(&m);
}

void *worker(void *arg)
{
	for (int k = heddle_nondet_uchar() & 3; k > 0; k--) {
		void (*f)(void) = heddle_nondet_bool() ? up : down;
		f();
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
