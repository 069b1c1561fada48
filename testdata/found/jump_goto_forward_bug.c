// check: --property assert
// expect: BUG assert
// A goto past a declaration in the same block: the variable holds anything, not what the other path gave it.
#include <assert.h>
unsigned char f(int c)
{
	if (c)
		goto over;
	unsigned char x = 1;
over:
	return x;
}
int main(void)
{
	assert(f(0) == 1);
	assert(f(1) == 1); // fail!
	return 0;
}
