// check: --property assert --rounds 2 --unwind 2
// expect: UNKNOWN
// A hostile function keeps the pointer and writes later, after n = 5; friendly functions do not.
#include <assert.h>
void lib_keep(int *p);
static int n;
int main(void) {
	lib_keep(&n);
	n = 5;
	assert(n == 5);
	return 0;
}
