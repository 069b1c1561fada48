// check: --property assert --rounds 1 --unwind 1
// expect: BUG assert
// As null_member_handed.c, but the pointer that is null is only asserted: in a friendly execution it may well be.
#include <assert.h>
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
	assert(c.first != NULL); // fail!
	return 0;
}
