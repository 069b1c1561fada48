// check: --property assert --rounds 1 --unwind 1
// expect: BUG assert
// Bits that are 0 by alignment are 0 wherever the object lies.
#include <assert.h>
#include <stdint.h>
#include <stdlib.h>

int main(void)
{
	int *p = malloc(4);
	assert(((uintptr_t)p & 7) == 4); // assert!
	return 0;
}
