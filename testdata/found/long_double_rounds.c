// check: --property assert
// expect: UNKNOWN
// The quotient is no double: a double in its place would make this true or false as it likes.
#include <assert.h>

int main(void)
{
	volatile int one = 1;
	long double x = one;
	x /= 3;
	assert(x * 3 == 1);
	return 0;
}
