// check: --property assert
// expect: PROVED
// Numbers that are no addresses give a function nothing.
#include <assert.h>
#include <stdint.h>

void set_option(int which, uintptr_t value);

static int limit;

int main(void)
{
	uintptr_t value = 7;
	set_option(1, value);
	assert(limit == 0);
	return 0;
}
