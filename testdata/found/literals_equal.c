// check: --property assert --rounds 1 --unwind 1
// expect: POSSIBLE assert
// Whether equal literals are one array is not specified (C11 6.4.5p7): the program was proved, as they were one here.
#include <assert.h>

static const char *one(void) { return "abc"; }
static const char *other(void) { return "abc"; }

int main(void)
{
	const char *p = one(), *q = other();
	assert(p == q); // assert!
	return 0;
}
