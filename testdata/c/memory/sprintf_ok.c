// check: --property memory,assert
// expect: PROVED
#include <assert.h>
#include <stdio.h>
#include <string.h>

int main(void)
{
	char line[6];
	int n = sprintf(line, "%s%s", "ab", "cde");
	assert(n == 5 && line[5] == 0 && strlen(line) == 5);
	n = snprintf(line, 4, "%s", "xyzuvw");
	assert(n == 6 && line[3] == 0);
	return 0;
}
