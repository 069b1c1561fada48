// check: --property assert
// expect: BUG assert
// A long double holds what a double rounds: 2^53 + 1 and 0.1L are themselves.
#include <assert.h>

static long double wide(long long n) { return n; }

int main(void)
{
	assert((long long)wide(9007199254740993) == 9007199254740993);
	assert(wide(9007199254740993) == 9007199254740992.0 || 0.1L == 0.1); // fail!
	return 0;
}
