// check: --property race --rounds 2 --unwind 4 --timeout 10s
// expect: PROVED
// expect[explore]: UNKNOWN
// An inner call starts the thread, when its caller has written.
#include <heddle.h>
#include <pthread.h>

pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
int x;

void *w(void *p)
{
	pthread_mutex_lock(&m);
	x = 1; // norace
	pthread_mutex_unlock(&m);
	return 0;
}

void rec(unsigned n)
{
	pthread_t t;
	if (n == 0) {
		pthread_create(&t, 0, w, 0);
		return;
	}
	if (n == 2)
		x = 2; // norace
	rec(n - 1);
}

int main(void)
{
	rec(heddle_nondet_uint() & 3);
	pthread_exit(0);
}
