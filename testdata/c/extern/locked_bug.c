// check: --property assert,race --rounds 2 --unwind 2
// expect: POSSIBLE assert
// What lies in the struct beside the lock changes, whoever holds it.
#include <assert.h>
#include <pthread.h>
struct counter {
	pthread_mutex_t lock;
	unsigned char n;
} c = {PTHREAD_MUTEX_INITIALIZER, 0};
void trace(struct counter *c);
static void *work(void *arg) {
	trace(&c);
	return arg;
}
int main(void) {
	pthread_t t;
	pthread_create(&t, 0, work, 0);
	pthread_mutex_lock(&c.lock);
	c.n = 2;          // norace
	assert(c.n == 2); // fail!
	pthread_mutex_unlock(&c.lock);
	pthread_join(t, 0);
	return 0;
}
