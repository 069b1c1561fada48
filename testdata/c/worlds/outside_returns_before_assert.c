// check: --property assert --rounds 2 --unwind 2
// expect: BUG assert
// That an undefined function never returns is a hostile choice; no error test leads to this call, so friendly executions go on.
#include <assert.h>
void lib_note(int code);
static int x;
int main(void) {
	lib_note(1);
	x = 1;
	lib_note(2);
	assert(x == 0); // fail!
	return 0;
}
