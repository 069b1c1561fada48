// check: --property assert
// expect: PROVED
// After the assumption the input has few values, and they can all be tried.
#include <heddle.h>

int n;

int main(void)
{
	n = heddle_nondet_int();
	heddle_assume(n >= -2 && n <= 3);
	int m = n * n;
	heddle_assert(m <= 9);
	heddle_assert(m != 5);
	return 0;
}
