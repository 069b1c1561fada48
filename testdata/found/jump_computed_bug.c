// check: --property assert
// expect: BUG assert
// A computed goto past a declaration.
#include <assert.h>
int f(int i)
{
	static void *const to[] = { &&first, &&second };
	goto *to[i];
first:;
	unsigned char x = 5;
second:
	return x;
}
int main(void)
{
	assert(f(0) == 5);
	assert(f(1) == 5); // fail!
	return 0;
}
