// check: --property assert
// expect: UNKNOWN
// Trap 1: contradictory assumptions make everything safe. No thread ends and no bound is hit, so nothing may be claimed.
#include <heddle.h>

int main(void)
{
	unsigned char x = heddle_nondet_uchar();
	heddle_assume(x > 5);
	heddle_assume(x < 3);
	heddle_assert(x == 77);
	return 0;
}
