// check: --property race --rounds 2 --unwind 2
// expect: BUG race
// A member's address is shown, by way of another object that is the thread's own until then; what is written is written through the object's own.
#include <heddle.h>
#include <pthread.h>
#include <stdlib.h>

struct item {
	int first, n;
};

struct box {
	int *in;
};

void *user(void *p)
{
	struct box *b = p;
	*b->in = 1; // race!
	return 0;
}

int main(void)
{
	pthread_t t;
	struct item *it = malloc(sizeof(*it));
	struct box *b = malloc(sizeof(*b));
	b->in = &it->n;
	pthread_create(&t, 0, user, b);
	it->first = 1; // norace
	it->n = 2; // race!
	pthread_exit(0);
}
