// check: --property assert
// expect: BUG assert
// Trap 5: the comparison is unsigned.
#include <assert.h>

int main(void)
{
	int i = -1;
	assert(i < sizeof i); // fail!
	return 0;
}
