// check: --property assert --rounds 2 --unwind 2
// expect: BUG assert
// The assertion fails with the outside value and with the constant 5; an untainted failure at the same place is looked for first.
#include <assert.h>
int lib_flag(void);
int lib_count(void);
int main(void) {
	int x = 5;
	if (lib_flag())
	    x = lib_count();
	assert(x < 3); // fail!
	return 0;
}
