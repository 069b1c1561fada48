// check: --property assert --rounds 1 --unwind 1
// expect: BUG assert
// No object lies where the kernel's error pointers are, in any layout.
#include <assert.h>
#include <stdlib.h>

static int is_error(void *p) { return (unsigned long)p >= (unsigned long)-4095; }

int main(void)
{
	int *p = malloc(4);
	assert(is_error(p)); // assert!
	return 0;
}
