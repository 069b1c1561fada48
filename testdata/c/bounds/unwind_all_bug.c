// check: --property assert --unwind-all 3
// expect: BUG assert
// expect[rounds]: BOUNDED
// expect[kiss]: BOUNDED
// The bound that the user gives cuts loops of known length too: nothing is proved behind it.
#include <assert.h>

int main(void)
{
	int n = 0;
	for (int i = 0; i < 10; i++)
		n += i;
	assert(n != 45); // fail!
	return 0;
}
