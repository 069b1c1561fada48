// check: --property assert
// expect: BUG assert
// The block of a statement expression.
#include <assert.h>
int f(int c)
{
	return ({
		if (c)
			goto over;
		unsigned char x = 2;
	over:
		x;
	});
}
int main(void)
{
	assert(f(0) == 2);
	assert(f(1) == 2); // fail!
	return 0;
}
