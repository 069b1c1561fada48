// check: --property memory --rounds 1 --unwind 1
// expect: POSSIBLE null-deref
// A null pointer in a struct may be what the function is to set.
#include <stddef.h>

struct ctx {
	int size;
	int *first;
};
void ctx_setup(struct ctx *c);

static struct ctx c;

int main(void)
{
	ctx_setup(&c);
	*c.first = 1; // null-deref!
	return 0;
}
