// check: --property assert
// expect: BOUNDED
// A program without a variable of its own, whose addresses are compared as numbers: one engine looked for texts among its variables.
#include <assert.h>
#include <stdint.h>
#include <stdlib.h>

int main(void)
{
	char *p = malloc(8), *q = malloc(8);
	uintptr_t a = (uintptr_t)p, b = (uintptr_t)q;

	assert(a != b || !p);
	return 0;
}
