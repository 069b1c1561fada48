// check: --property assert
// expect: BUG assert
// A declaration without an initializer that is reached again makes the variable arbitrary, in a register and in memory.
#include <assert.h>
int main(void)
{
	int n = 0;
	unsigned char *p;
again:;
	unsigned char x;
	unsigned char y;
	p = &y;
	if (n == 1)
		assert(x == 4); // fail!
	if (n == 2)
		assert(*p == 5); // fail!
	x = 4;
	*p = 5;
	if (n++ < 2)
		goto again;
	return 0;
}
