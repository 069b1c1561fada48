// check: --property assert --rounds 1 --unwind 1
// expect: BUG assert
// The instruction computes what it says, so the assertion fails whatever the outside does. It was POSSIBLE, as the value was anything.
#include <assert.h>

int main(void)
{
	unsigned x = 0x11223344;
	__asm__("bswap %0" : "+r"(x));
	assert(x == 0x11223344); // assert!
	return 0;
}
