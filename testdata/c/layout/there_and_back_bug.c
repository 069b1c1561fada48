// check: --property memory --rounds 1 --unwind 1
// expect: BUG use-after-free
// The distance between two objects is a number, and the address of one plus the distance is the other again, wherever they lie.
#include <stdint.h>
#include <stdlib.h>

int main(void)
{
	char *p = malloc(16), *q = malloc(16);
	uintptr_t far = (uintptr_t)q - (uintptr_t)p;
	free(q);
	p[far] = 1; // use-after-free!
	return 0;
}
