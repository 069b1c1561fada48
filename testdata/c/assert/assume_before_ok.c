// check: --property assert
// expect: PROVED
// The assumption comes first.
#include <heddle.h>

int main(void)
{
	unsigned char x = heddle_nondet_uchar();
	heddle_assume(x != 200);
	heddle_assert(x != 200);
	return 0;
}
