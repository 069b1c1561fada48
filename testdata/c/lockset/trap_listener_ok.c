// check: --property race --rounds 2 --unwind 2
// expect: PROVED
// The listeners leave the lock alone.
#include <heddle.h>
#include <pthread.h>

pthread_mutex_t m, n;
int x;

static void quiet(void) {}
static void done(void) { pthread_mutex_unlock(&n); }

static void (*const listeners[2])(void) = {quiet, done};

void *worker(void *arg)
{
	long kind = (long)arg;
	while (heddle_nondet_bool()) {
		pthread_mutex_lock(&m);
		listeners[kind & 1]();
		x = !x; // norace
		pthread_mutex_unlock(&m);
	}
	return 0;
}

int main(void)
{
	pthread_t s, t;
	pthread_create(&s, 0, worker, (void *)0);
	pthread_create(&t, 0, worker, (void *)1);
	return 0;
}
