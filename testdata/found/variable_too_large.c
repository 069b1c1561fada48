// check: --property assert
// expect: UNKNOWN
// No layout of memory has room for the variable: that is said of it, and is no internal error.
#include <assert.h>

static int a[1UL << 40];

int main(void)
{
	a[5] = 1;
	assert(a[5] == 1);
	return 0;
}
