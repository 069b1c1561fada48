// check: --property assert
// expect: BUG assert
// expect[explore]: UNKNOWN   what was not written is arbitrary, all 32 bits of it
// As late_input_bug.c, with memory that was not written as the input.
#include <assert.h>
int main(void)
{
	int a[2];
	int i = 1;
	a[0] = 1;
	assert(a[i] >> 3 != 1234);
	return 0;
}
