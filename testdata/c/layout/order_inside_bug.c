// check: --property assert --rounds 1 --unwind 1
// expect: BUG assert
// Order and distance inside one object are the same wherever it lies.
#include <assert.h>
#include <stdlib.h>

int main(void)
{
	int *p = malloc(16), *q = p + 3;
	assert(p < q && q - p == 2); // assert!
	free(p);
	return 0;
}
