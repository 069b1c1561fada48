// check: --property assert --rounds 2 --unwind 2
// expect: POSSIBLE assert
// The asserted value is what the outside function filled into an uninitialised scalar.
#include <assert.h>
void lib_measure(int *out);
int main(void) {
	int n;
	lib_measure(&n);
	assert(n >= 0); // fail!
	return 0;
}
