// check: --property assert --rounds 1 --unwind 1
// expect: BOUNDED
// The short literal may be the end of the long one, as gcc has it with -O1: the assertion was proved.
#include <assert.h>

int main(void)
{
	const char *p = "green", *q = "reen";
	assert(p + 1 != q);
	return 0;
}
