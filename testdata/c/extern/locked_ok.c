// check: --property assert,race --rounds 2 --unwind 2
// expect: BOUNDED
// expect[explore]: UNKNOWN inputs wider than 8 bits
// An undefined function that gets a struct leaves the lock in it alone, and races with nobody.
#include <assert.h>
#include <pthread.h>
struct counter {
	pthread_mutex_t lock;
	int n;
} c = {PTHREAD_MUTEX_INITIALIZER, 0};
void trace(struct counter *c);
static void *work(void *arg) {
	pthread_mutex_lock(&c.lock);
	c.n = 1; // norace
	assert(c.n == 1); // nofail
	pthread_mutex_unlock(&c.lock);
	trace(&c);
	return arg;
}
int main(void) {
	pthread_t t;
	pthread_create(&t, 0, work, 0);
	pthread_mutex_lock(&c.lock);
	c.n = 2; // norace
	pthread_mutex_unlock(&c.lock);
	pthread_join(t, 0);
	return 0;
}
