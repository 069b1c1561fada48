// check: --property assert
// expect: BUG assert
// A goto into a block, past a declaration with an initializer.
#include <assert.h>
int main(void)
{
	int n = 0;
	{
		unsigned char x = 1;
	in:
		assert(x == 1); // fail!
		x = 1;
	}
	if (n++ == 0)
		goto in;
	return 0;
}
