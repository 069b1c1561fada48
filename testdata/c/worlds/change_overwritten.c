// check: --property assert --rounds 2 --unwind 2
// expect: BUG assert
// After the call the program writes the scalar itself, so the asserted value is the program's constant.
#include <assert.h>
void lib_use(int *n);
int main(void) {
	int n = 0;
	lib_use(&n);
	n = 2;
	assert(n == 0); // fail!
	return 0;
}
