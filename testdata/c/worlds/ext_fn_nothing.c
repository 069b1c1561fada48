// check: --property assert --rounds 2 --unwind 2
// expect: UNKNOWN
// An extern function pointer leads to a function that does nothing, so x stays 1; a hostile one writes x, which has external linkage.
#include <assert.h>
extern void (*hook)(void);
int x;
int main(void) {
	x = 1;
	hook();
	assert(x == 1);
	return 0;
}
