// check: --property assert
// expect: PROVED
// expect[explore]: UNKNOWN
// All 2^32 inputs are right, which explicit exploration can try but not show.
#include <heddle.h>

int main(void)
{
	unsigned x = heddle_nondet_uint();
	heddle_assert((x & 1) == x % 2);
	return 0;
}
