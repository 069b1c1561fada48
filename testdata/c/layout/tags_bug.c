// check: --property memory --rounds 1 --unwind 2
// expect: BUG use-after-free
// The object is freed while its address is kept with a tag: it is not handed out again, and the tag is no part of where it lies.
#include <stdint.h>
#include <stdlib.h>

int main(void)
{
	int *p = malloc(sizeof *p);
	uint64_t word = (uint64_t)p | 0xabcdULL << 48;
	free(p);
	p = malloc(sizeof *p);
	*(int *)(word & 0x0000ffffffffffff) = 1; // use-after-free!
	free(p);
	return 0;
}
