// check: --property memory --rounds 1 --unwind 2
// expect: BUG out-of-bounds
// The tag is not taken off: the address is none, wherever the object lies.
#include <stdint.h>
#include <stdlib.h>

int main(void)
{
	int *p = malloc(sizeof *p);
	uint64_t word = (uint64_t)p | 0xabcdULL << 48;
	*(int *)(word & 0x00ffffffffffffff) = 1; // out-of-bounds!
	free(p);
	return 0;
}
