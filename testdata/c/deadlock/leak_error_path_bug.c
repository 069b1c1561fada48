// check: --property deadlock
// expect: BUG lock-leak
// The way out after an error forgets the lock, in a callee of the thread. Nobody waits for it.
#include <heddle.h>
#include <pthread.h>

struct box { pthread_mutex_t m; int n; } box = {PTHREAD_MUTEX_INITIALIZER, 0};

static int put(struct box *b)
{
	pthread_mutex_lock(&b->m); // lock-leak!
	if (heddle_nondet_bool()) {
		return -1;
	}
	b->n++;
	pthread_mutex_unlock(&b->m);
	return 0;
}

void *work(void *arg)
{
	if (put(&box) < 0)
		return (void *)1;
	return 0;
}

int main(void)
{
	pthread_t t;
	pthread_create(&t, 0, work, 0);
	pthread_join(t, 0);
	return 0;
}
