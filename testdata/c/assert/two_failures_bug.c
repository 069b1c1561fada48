// check: --property assert
// expect: BUG assert
// Two checks that fail independently of each other are both reported.
#include <heddle.h>

int main(void)
{
	if (heddle_nondet_bool())
		heddle_assert(0); // fail!
	else
		heddle_assert(0); // fail!
	heddle_assert(1); // nofail
	return 0;
}
