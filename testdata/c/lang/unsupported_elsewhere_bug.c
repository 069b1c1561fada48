// check: --property assert
// expect: BUG assert
// Only the executions that reach it: the failure before it stands.
#include <assert.h>
#include <heddle.h>

int x;

int main(void)
{
	unsigned char c = heddle_nondet_uchar();
	if (c < 3)
		__asm__ volatile("roll $1, %0" : "+m"(x) : : "memory");
	else
		assert(c != 9); // fail!
	return 0;
}
