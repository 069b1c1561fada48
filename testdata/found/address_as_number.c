// check: --property assert
// expect: UNKNOWN
// A function that nothing defines is given an address as a number: it may change what lies there. This was BOUNDED.
#include <assert.h>
#include <stdint.h>

void set_option(int which, uintptr_t value);

static int limit;

int main(void)
{
	uintptr_t at = (uintptr_t)&limit;
	set_option(1, at);
	assert(limit == 0);
	return 0;
}
