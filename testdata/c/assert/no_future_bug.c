// check: --property assert
// expect: BUG assert
// Trap 2: a failed assertion needs no future; that every execution is cut off later does not matter.
#include <heddle.h>

int main(void)
{
	unsigned char x = heddle_nondet_uchar();
	heddle_assert(x != 200); // fail!
	heddle_assume(x != 200);
	return 0;
}
