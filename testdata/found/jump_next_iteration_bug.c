// check: --property assert
// expect: BUG assert
// The value of the last iteration is over when the block is entered again.
#include <assert.h>
int main(void)
{
	for (int i = 0; i < 2; i++) {
		if (i)
			goto over;
		unsigned char x = 4;
	over:
		assert(x == 4); // fail!
	}
	return 0;
}
