// check: --property assert --rounds 1 --unwind 3
// expect: BUG assert
// One place alone may be told something else later: nobody was told otherwise.
#include <assert.h>

int lib_more(void);
static unsigned char held;

int main(void)
{
	while (lib_more())
		held = 1;
	assert(!held); // fail!
	return 0;
}
