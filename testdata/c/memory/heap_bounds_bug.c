// check: --property memory
// expect: BUG out-of-bounds
// One byte beyond an allocation, and one before it, depending on an input.
#include <heddle.h>
#include <stdlib.h>

int main(void)
{
	char *p = malloc(4);
	if (heddle_nondet_bool())
		p[4] = 0; // out-of-bounds!
	else
		p[-1] = 0; // out-of-bounds!
	p[0] = p[3] = 0;
	free(p);
	return 0;
}
