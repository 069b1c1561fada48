// check: --property assert
// expect: BUG assert
// expect[rounds]: BOUNDED      what lies beyond the bytes that are reserved is a bound hit, not an invalid access
#include <assert.h>
#include <heddle.h>
#include <stdlib.h>

int main(void)
{
	unsigned char n = heddle_nondet_uchar();
	heddle_assume(n > 117 && n < 120);
	char *p = malloc(n);
	p[80] = 1;
	assert(p[80] != 1); // fail!
	return 0;
}
