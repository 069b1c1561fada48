// check: --property race --rounds 2 --unwind 2
// expect: BUG race
// Shown to others, then filled in.
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
			sum |= b->n; // race!
	}
	return 0;
}

int main(void)
{
	pthread_t s, t;
	pthread_create(&s, 0, reader, 0);
	pthread_create(&t, 0, reader, 0);
	struct box *b = malloc(sizeof *b);
	box = b;
	b->n = 1; // race!
	return 0;
}
