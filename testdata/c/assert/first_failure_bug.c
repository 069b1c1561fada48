// check: --property assert
// expect: BUG assert
// A failed check ends the process: what could fail only after it does not count.
#include <assert.h>

int main(void)
{
	int x = 1;
	assert(x == 2); // fail!
	assert(x == 3); // nofail
	return 0;
}
