// check: --property memory
// expect: BUG out-of-bounds
// One byte too many, in memory that nobody reads.
#include <stdlib.h>
#include <string.h>

int main(void)
{
	char *p = malloc(5000);
	memset(p, 0, 5000);
	memset(p + 1, 0, 5000); // out-of-bounds!
	free(p);
	return 0;
}
