// check: --property assert,memory
// expect: BUG out-of-bounds
// Trap: the line may be longer than the buffer that it is copied to.
#include <stdio.h>
#include <string.h>

int main(void) {
	char line[20], copy[19];
	if (!fgets(line, sizeof line, stdin))
		return 0;
	strcpy(copy, line); // out-of-bounds!
	return 0;
}
