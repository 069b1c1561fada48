// check: --property race --rounds 2 --unwind 2
// expect: PROVED
// Filled in, then shown to others, who only read it.
#include <heddle.h>
#include <pthread.h>
#include <stdlib.h>

struct box {
	int n;
};
struct box *_Atomic box;

void *reader(void *arg)
{
	int sum = 0;
	while (heddle_nondet_bool()) {
		struct box *b = box;
		if (b)
			sum |= b->n; // norace
	}
	return 0;
}

int main(void)
{
	pthread_t s, t;
	pthread_create(&s, 0, reader, 0);
	pthread_create(&t, 0, reader, 0);
	struct box *b = malloc(sizeof *b);
	b->n = 1; // norace
	box = b;
	return 0;
}
