// check: --property assert --rounds 2 --unwind 2
// expect: UNKNOWN
// The address was given away, as an integer, and a hostile function writes there.
#include <assert.h>
void lib_keep(unsigned long where);
static int n;
int main(void) {
	lib_keep((unsigned long)&n);
	n = 5;
	assert(n == 5);
	return 0;
}
