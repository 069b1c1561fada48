// check: --property race --rounds 2 --unwind 4 --timeout 10s
// expect: BUG race
// slow: lockset
// Calls deep down start one thread each, with what they were given, and nobody else does.
#include <heddle.h>
#include <pthread.h>

struct cell {
	int n;
} cells[2];
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;

void *first(void *p)
{
	struct cell *c = p;
	pthread_mutex_lock(&m);
	c->n++; // race!
	pthread_mutex_unlock(&m);
	return 0;
}

void *second(void *p)
{
	struct cell *c = p;
	c->n = 0; // race!
	return 0;
}

void odd(unsigned n);

void even(unsigned n)
{
	pthread_t t;
	if (n == 4)
		pthread_create(&t, 0, first, &cells[0]);
	if (n)
		odd(n - 1);
}

void odd(unsigned n)
{
	pthread_t t;
	if (n > 1)
		even(n - 1);
	if (n == 1)
		pthread_create(&t, 0, second, &cells[0]);
}

int main(void)
{
	even(heddle_nondet_uint() & 7);
	pthread_exit(0);
}
