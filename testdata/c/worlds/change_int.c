// check: --property assert --rounds 2 --unwind 2
// expect: POSSIBLE assert
// An initialised scalar handed over by its own address may change, and the asserted value is then outside data.
#include <assert.h>
void lib_use(int *n);
int main(void) {
	int n = 0;
	lib_use(&n);
	assert(n == 0); // fail!
	return 0;
}
