// check: --property assert --rounds 2 --unwind 2
// expect: POSSIBLE assert
// With the constant the assertion holds; it fails only with the value of the outside scalar.
#include <assert.h>
int lib_flag(void);
int lib_count(void);
int main(void) {
	int x = 1;
	if (lib_flag())
	    x = lib_count();
	assert(x < 3); // fail!
	return 0;
}
