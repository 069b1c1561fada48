// check: --property assert --rounds 1 --unwind 1
// expect: POSSIBLE assert
// The instruction is not among those that are known, and a half of a register is not the register.
#include <assert.h>

int main(void)
{
	unsigned x = 0x11223344;
	__asm__("incb %b0" : "+q"(x));
	assert(x == 0x11223345); // assert!
	return 0;
}
