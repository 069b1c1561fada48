// check: --property assert
// expect: BUG assert
// One input of 2^32 fails; it is a constant of the program.
#include <heddle.h>

int main(void)
{
	int x = heddle_nondet_int();
	heddle_assert(x != 123456); // fail!
	return 0;
}
