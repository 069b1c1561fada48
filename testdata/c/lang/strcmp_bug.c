// check: --property assert
// expect: BUG assert
// slow: explore
// A long word is compared to its end, whatever the bound on loops is.
#include <assert.h>
#include <stdio.h>
#include <string.h>

int main(void) {
	char line[32];
	if (!fgets(line, sizeof line, stdin))
		return 0;
	assert(strcmp(line, "a rather long word")); // fail!
	return 0;
}
