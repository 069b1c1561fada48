// check: --property race --rounds 2 --unwind 2 --timeout 10s
// expect: BUG race
// The object is shown on one path before it is filled in.
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
	it->n++; // race!
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
	if (heddle_nondet_bool())
		pthread_create(&t, 0, user, it);
	it->n = 1; // race!
	it->cells[heddle_nondet_uint() & 3] = 2;
	return 0;
}

int main(void)
{
	pthread_t s, t;
	pthread_create(&s, 0, maker, 0);
	pthread_create(&t, 0, maker, 0);
	pthread_exit(0);
}
