// check: --property assert,memory
// expect: BUG assert
// Any address may be the same twice.
#include <heddle.h>

int main(void)
{
	int *p = heddle_nondet_ptr();
	int *q = heddle_nondet_ptr();
	if (p && q) {
		*p = 1;
		*q = 2;
		heddle_assert(*p == 1); // fail!
	}
	return 0;
}
