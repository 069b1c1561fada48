// check: --property assert
// expect: PROVED
// The same under a lock, and a table of functions indexed by an input.
#include <assert.h>
#include <heddle.h>
#include <pthread.h>

static int inc(int x) { return x + 1; }
static int twice(int x) { return 2 * x; }

struct ops { int (*step)(int); } ops = {inc};
static int (*const table[2])(int) = {inc, twice};
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;

void *worker(void *arg)
{
	pthread_mutex_lock(&m);
	ops.step = twice;
	pthread_mutex_unlock(&m);
	return 0;
}

int main(void)
{
	pthread_t t;
	pthread_create(&t, 0, worker, 0);
	pthread_mutex_lock(&m);
	assert(ops.step(1) == 2);
	pthread_mutex_unlock(&m);
	pthread_join(t, 0);
	unsigned char i = heddle_nondet_bool();
	assert(table[i](3) == (i ? 6 : 4));
	return 0;
}
