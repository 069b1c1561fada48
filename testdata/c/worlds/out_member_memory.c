// check: --property memory --rounds 2 --unwind 2
// expect: POSSIBLE null-deref out-of-bounds
// The uninitialised member pointer of the malloc'ed struct is filled in the friendly world only.
#include <stdlib.h>
struct item { int id; };
struct ctx { int size; struct item *first; };
void ctx_setup(struct ctx *c);
int main(void) {
	struct ctx *c = malloc(sizeof *c);
	if (!c)
	    return 1;
	ctx_setup(c);
	c->first->id = 1;
	return 0;
}
