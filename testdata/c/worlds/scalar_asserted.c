// check: --property assert --rounds 2 --unwind 2
// expect: POSSIBLE assert
// The asserted value is data from an outside scalar.
#include <assert.h>
int lib_count(void);
int main(void) {
	assert(lib_count() >= 0); // fail!
	return 0;
}
