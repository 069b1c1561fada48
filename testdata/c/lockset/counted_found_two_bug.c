// check: --property race --rounds 3 --unwind 2 --timeout 5s
// expect: BUG race
// slow: explore, lockset
// There are two counts, and one is waited for.
#include <heddle.h>
#include <heddle_intrinsics.h>
#include <pthread.h>

struct group {
	int key;
	unsigned long running;
	struct group *before;
};

struct group *groups;
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
int data;

void *work(void *arg)
{
	unsigned long *n = arg;
	pthread_mutex_lock(&m);
	data++; // race!
	pthread_mutex_unlock(&m);
	__atomic_fetch_sub(n, 1, __ATOMIC_SEQ_CST);
	return 0;
}

void start(int key)
{
	pthread_t t;
	struct group *g = __heddle_alloc(sizeof *g, 1);
	g->key = key;
	g->before = groups;
	groups = g;
	while (heddle_nondet_bool()) {
		__atomic_fetch_add(&g->running, 1, __ATOMIC_SEQ_CST);
		pthread_create(&t, 0, work, &g->running);
	}
}

void finish(int key)
{
	struct group *g = groups;
	if (g && g->key != key)
		g = g->before;
	if (g)
		heddle_assume(__atomic_load_n(&g->running, __ATOMIC_SEQ_CST) == 0);
}

int main(void)
{
	start(1);
	start(2);
	finish(1);
	data = 7; // race!
	return 0;
}
