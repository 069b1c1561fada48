// check: --property race --rounds 2 --unwind 2
// expect: PROVED
// The threads of C11, with a lock in each list and an unknown number of steps.
#include <heddle.h>
#include <threads.h>

struct list {
	mtx_t m;
	int n;
} a, b;

static int worker(void *arg)
{
	while (heddle_nondet_bool()) {
		mtx_lock(&b.m);
		b.n = 1; // norace
		mtx_unlock(&b.m);
	}
	return 0;
}

static int cleaner(void *arg)
{
	struct list *l = &b;
	while (heddle_nondet_bool()) {
		mtx_lock(&l->m);
		l->n = 0; // norace
		mtx_unlock(&l->m);
	}
	return 0;
}

int main(void)
{
	thrd_t s, t;
	mtx_init(&a.m, mtx_plain);
	mtx_init(&b.m, mtx_plain);
	thrd_create(&s, worker, 0);
	thrd_create(&t, cleaner, 0);
	thrd_join(s, 0);
	thrd_join(t, 0);
	return 0;
}
