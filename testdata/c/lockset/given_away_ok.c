// check: --property race:x --extern-threads --rounds 2 --unwind 1
// expect: PROVED
// expect[explore]: UNKNOWN
// The library calls back from threads of its own, and the function leaves x alone.
#include <heddle.h>
#include <pthread.h>

void on_event(void (*call)(void));

static pthread_mutex_t m;
static int x, y; // another file may define the library

static void event(void)
{
	y = 1;
}

void *worker(void *arg)
{
	pthread_mutex_lock(&m);
	x = !x; // norace
	pthread_mutex_unlock(&m);
	return 0;
}

int main(void)
{
	pthread_t t;
	pthread_create(&t, 0, worker, 0);
	on_event(event);
	pthread_mutex_lock(&m);
	x = 2; // norace
	pthread_mutex_unlock(&m);
	return 0;
}
