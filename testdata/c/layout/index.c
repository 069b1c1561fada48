// check: --property memory --rounds 1 --unwind 1
// expect: POSSIBLE out-of-bounds
// The index is a number made of an address.
#include <stdint.h>
#include <stdlib.h>

static int a[4];

int main(void)
{
	char *p = malloc(32);
	a[3 + ((uintptr_t)p >> 16 & 0xffffff)] = 1; // out-of-bounds!
	return 0;
}
