// check: --property assert --rounds 2 --unwind 2
// expect: POSSIBLE assert
// The assertion fails only if the second call returns what the first returned (or writes it later), a hostile choice.
#include <assert.h>
#include <stddef.h>
int *lib_make(int kind);
int main(void) {
	int *p = lib_make(1);
	int *q = lib_make(2);
	if (!p || !q)
	    return 1;
	*p = 1;
	*q = 2;
	assert(*p == 1); // fail!
	return 0;
}
