// check: --property race --rounds 2 --unwind 2
// expect: PROVED
// Two objects for one number, and one lock for both.
#include <heddle.h>
#include <pthread.h>

struct view {
	pthread_mutex_t *lock;
	int *n;
};

pthread_mutex_t m, n;
int x;
struct view views[2] = {{&m, &x}, {&m, &x}};

void *worker(void *arg)
{
	struct view *v = arg;
	while (heddle_nondet_bool()) {
		pthread_mutex_lock(v->lock);
		*v->n = !*v->n; // norace
		pthread_mutex_unlock(v->lock);
	}
	return 0;
}

int main(void)
{
	pthread_t t;
	for (int i = 0; i < 2; i++)
		pthread_create(&t, 0, worker, &views[i]);
	return 0;
}
