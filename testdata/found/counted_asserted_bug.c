// check: --property assert --rounds 1 --unwind 6
// expect: BUG assert
// As counted_asserted.c, but it holds after no turn.
#include <assert.h>

int lib_more(void);
static unsigned char n, seen;

int main(void)
{
	while (lib_more()) {
		n++;
		seen = 7;
	}
	assert(seen != 7); // fail!
	return 0;
}
