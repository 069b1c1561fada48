// check: --property memory --rounds 1 --unwind 1
// expect: BUG out-of-bounds
// The address went through bytes and a mask, and is one again; the index is the program's.
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

int main(void)
{
	int *p = malloc(16), *q;
	unsigned char bytes[sizeof p];
	for (unsigned i = 0; i < sizeof p; i++)
		bytes[i] = ((unsigned char *)&p)[i];
	memcpy(&q, bytes, sizeof q);
	uintptr_t low = (uintptr_t)q & 0xffff, high = (uintptr_t)q & ~(uintptr_t)0xffff;
	((int *)(high | low))[4] = 1; // out-of-bounds!
	return 0;
}
