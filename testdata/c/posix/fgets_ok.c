// check: --property assert,memory
// expect: PROVED
// slow: explore
// Trap: a line is a string that fits into its buffer, however long it is.
#include <assert.h>
#include <stdio.h>
#include <string.h>

int main(void) {
	char line[20], copy[20];
	if (!fgets(line, sizeof line, stdin))
		return 0;
	assert(strlen(line) < sizeof line);
	strcpy(copy, line);
	assert(copy[0] == line[0]);
	return 0;
}
