// check: --data-model ilp32 --property assert,memory --rounds 1 --unwind 2
// expect: PROVED
// expect[explore]: BOUNDED
// expect[modular]: UNKNOWN
// Pointers of 32 bits carry tags in the top bit and in the lowest.
#include <assert.h>
#include <stdlib.h>

static int first;

static unsigned tagged(int *p) { return (unsigned)p | 0x80000001; }
static int *untagged(unsigned word) { return (int *)(word & 0x7ffffffe); }

int main(void)
{
	int *p = malloc(sizeof *p), local;
	unsigned a = tagged(&first), b = tagged(p), c = tagged(&local);
	*untagged(a) = 1;
	*untagged(b) = 2;
	*untagged(c) = 3;
	assert(first == 1 && *p == 2 && local == 3);
	free(p);
	return 0;
}
