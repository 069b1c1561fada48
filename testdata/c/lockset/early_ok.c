// check: --property race --rounds 2 --unwind 2 --timeout 10s
// expect: PROVED
// expect[explore]: UNKNOWN
// Each object is filled in, then it is shown, and from then on its lock is held.
#include <heddle.h>
#include <pthread.h>
#include <stdlib.h>

struct item {
	pthread_mutex_t m;
	int n, cells[4];
};

void *user(void *p)
{
	struct item *it = p;
	pthread_mutex_lock(&it->m);
	it->n++; // norace
	pthread_mutex_unlock(&it->m);
	return 0;
}

void *maker(void *p)
{
	pthread_t t;
	struct item *it = malloc(sizeof(*it));
	if (!it)
		return 0;
	pthread_mutex_init(&it->m, 0);
	it->n = 1; // norace
	it->cells[heddle_nondet_uint() & 3] = 2; // norace
	pthread_create(&t, 0, user, it);
	return 0;
}

int main(void)
{
	pthread_t s, t;
	pthread_create(&s, 0, maker, 0);
	pthread_create(&t, 0, maker, 0);
	pthread_exit(0);
}
