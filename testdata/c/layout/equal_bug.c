// check: --property assert --rounds 1 --unwind 1
// expect: BUG assert
// Two objects are never one, wherever they lie.
#include <assert.h>
#include <stdlib.h>

int main(void)
{
	int *p = malloc(4), *q = malloc(4);
	assert(p == q); // assert!
	return 0;
}
