// check: --property assert
// expect: PROVED
// As jump_goto_forward_bug.c, but nobody reads the variable on the path that jumped.
#include <assert.h>
unsigned char f(int c)
{
	if (c)
		goto over;
	unsigned char x = 1;
	assert(x == 1);
over:
	x = 2;
	return x;
}
int main(void)
{
	assert(f(0) == 2);
	assert(f(1) == 2);
	return 0;
}
