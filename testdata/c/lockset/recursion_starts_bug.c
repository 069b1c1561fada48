// check: --property race --rounds 2 --unwind 4 --timeout 10s
// expect: BUG race
// An inner call starts the thread, and its caller goes on.
#include <heddle.h>
#include <pthread.h>

pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
int x;

void *w(void *p)
{
	pthread_mutex_lock(&m);
	x = 1; // race!
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
	rec(n - 1);
	if (n == 2)
		x = 2; // race!
}

int main(void)
{
	rec(heddle_nondet_uint() & 3);
	pthread_exit(0);
}
