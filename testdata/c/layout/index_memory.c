// check: --property memory --rounds 1 --unwind 1
// expect: POSSIBLE out-of-bounds
// As in index.c, through memory, a call and a copy.
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

static int a[4];
static uintptr_t kept, copied;

static unsigned hash(uintptr_t x) { return x >> 16 & 0xffffff; }

int main(void)
{
	kept = (uintptr_t)malloc(32);
	memcpy(&copied, &kept, sizeof kept);
	a[3 + hash(copied)] = 1; // out-of-bounds!
	return 0;
}
