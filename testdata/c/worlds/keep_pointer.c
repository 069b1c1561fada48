// check: --property assert,memory --rounds 2 --unwind 2
// expect: POSSIBLE null-deref assert
// An initialised pointer, handed over by its own address or as a member, stays in the friendly world only.
#include <assert.h>
struct ctx { int size; int *p; };
void ctx_use(struct ctx *c);
void lib_next(int **p);
static int x;
int main(void) {
	struct ctx c = {1, &x};
	int *q = &x;
	ctx_use(&c);
	lib_next(&q);
	*c.p = 1;
	*q = 1;
	assert(c.p == &x && q == &x);
	return 0;
}
