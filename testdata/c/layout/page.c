// check: --property assert --rounds 1 --unwind 1
// expect: POSSIBLE assert
// As in aligned_bug.c, with more bits than alignment says something of.
#include <assert.h>
#include <stdint.h>
#include <stdlib.h>

int main(void)
{
	int *p = malloc(4);
	assert(((uintptr_t)p & 4095) == 4); // assert!
	return 0;
}
