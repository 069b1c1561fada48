// check: --property assert
// expect: BUG assert
// A cleanup function runs at the end of the block also for who jumped over the declaration.
#include <assert.h>
static int ended;
static void end(unsigned char *p)
{
	if (*p != 9)
		ended++;
}
static void f(int c)
{
	if (c)
		goto over;
	__attribute__((cleanup(end))) unsigned char x = 9;
over:
	(void)0;
}
int main(void)
{
	f(0);
	assert(ended == 0);
	f(1);
	assert(ended == 0); // fail!
	return 0;
}
