// check: --property memory --rounds 2 --unwind 2
// expect: POSSIBLE out-of-bounds
// A scalar member of a returned object is an outside scalar, and it is the failing index.
#include <stddef.h>
struct req { int slot; };
struct req *lib_message(void);
static int a[8];
int main(void) {
	struct req *r = lib_message();
	if (!r)
	    return 1;
	a[r->slot] = 1; // out-of-bounds!
	return 0;
}
