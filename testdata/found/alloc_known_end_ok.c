// check: --property assert
// expect: PROVED
// Accesses beyond the size that was asked for are invalid, also if more is reserved.
#include <assert.h>
#include <heddle.h>
#include <stdlib.h>

int main(void)
{
	unsigned char n = heddle_nondet_uchar();
	heddle_assume(n > 1 && n < 10);
	char *p = malloc(n);
	if (heddle_nondet_bool()) {
		p[20] = 1;
		assert(0); // nofail
	}
	return 0;
}
