// check: --property memory
// expect: BUG out-of-bounds
// Five characters and the zero.
#include <stdio.h>

int main(void)
{
	char line[5];
	sprintf(line, "%s%s", "ab", "cde"); // out-of-bounds!
	return 0;
}
