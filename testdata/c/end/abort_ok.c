// check: --property assert
// expect: PROVED
// Trap 3: abort is not an error. assume_abort_if_not is how some programs assume.
#include <assert.h>
#include <heddle.h>
#include <stdlib.h>

void assume_abort_if_not(int cond)
{
	if (!cond)
		abort();
}

int main(void)
{
	unsigned char x = heddle_nondet_uchar();
	assume_abort_if_not(x < 10);
	assert(x < 10);
	return 0;
}
