// Two invalid accesses in one atomic section: the process ends at the first.
// check: --property memory
// expect: BUG use-after-free
#include <heddle.h>
#include <stdlib.h>

struct pair {
	int a, b;
};

static struct pair *p;

static void fill(void)
{
	heddle_atomic {
		p->a = 1; // use-after-free!
		p->b = 2;
	}
}

int main(void)
{
	p = calloc(1, sizeof *p);
	heddle_async(fill);
	free(p);
	return 0;
}
