// check: --property assert
// expect: BUG assert
// A variable in its own initializer holds anything, also in the second iteration.
#include <assert.h>
int main(void)
{
	unsigned char last = 0;
	for (int i = 0; i < 2; i++) {
		unsigned char x = i ? x : 6;
		if (i)
			assert(x == 6); // fail!
		last = x;
	}
	return last == 100;
}
