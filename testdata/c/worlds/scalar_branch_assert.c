// check: --property assert --rounds 2 --unwind 2
// expect: BUG assert
// The asserted value is the constant 1; the outside scalar decides only an earlier branch.
#include <assert.h>
int lib_flag(void);
static int x;
int main(void) {
	if (lib_flag())
	    x = 1;
	assert(x == 0); // fail!
	return 0;
}
