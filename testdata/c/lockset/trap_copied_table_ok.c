// check: --property race --rounds 2 --unwind 2
// expect: PROVED
// The table grows before there are threads.
#include <heddle.h>
#include <pthread.h>
#include <stdlib.h>

struct row {
	pthread_mutex_t m;
	int *n;
};

int counter;
struct row first = {.n = &counter};
struct row *_Atomic table = &first;

void *worker(void *arg)
{
	while (heddle_nondet_bool()) {
		struct row *r = table;
		pthread_mutex_lock(&r->m);
		*r->n = !*r->n; // norace
		pthread_mutex_unlock(&r->m);
	}
	return 0;
}

static void grow(void)
{
	struct row *larger = calloc(2, sizeof *larger);
	larger[0].n = first.n;
	table = larger;
}

int main(void)
{
	pthread_t s, t;
	grow();
	pthread_create(&s, 0, worker, 0);
	pthread_create(&t, 0, worker, 0);
	return 0;
}
