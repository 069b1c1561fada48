// check: --property race --rounds 2 --unwind 2
// expect: BUG race
// slow: lockset
// The lock is passed by value: each call locks a copy of its own.
#include <heddle.h>
#include <pthread.h>

struct counter {
	pthread_mutex_t m;
	int *n;
};

int x;
struct counter shared = {PTHREAD_MUTEX_INITIALIZER, &x};

static void flip(struct counter c)
{
	struct counter *p = &c;
	pthread_mutex_lock(&p->m);
	*p->n = !*p->n; // race!
	pthread_mutex_unlock(&p->m);
}

void *worker(void *arg)
{
	while (heddle_nondet_bool())
		flip(shared);
	return 0;
}

int main(void)
{
	pthread_t s, t;
	pthread_create(&s, 0, worker, 0);
	pthread_create(&t, 0, worker, 0);
	return 0;
}
