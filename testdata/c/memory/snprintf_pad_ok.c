// check: --property assert,memory
// expect: PROVED
// Trap: how much is padded depends on a string of unknown length; what comes out has the width.
#include <assert.h>
#include <stdio.h>
#include <string.h>

int main(void) {
	char word[8], out[32];
	if (!fgets(word, sizeof word, stdin))
		return 0;
	int n = snprintf(out, sizeof out, "[%-10s]", word);
	assert(n == 12);
	assert(out[11] == ']');
	assert(strlen(out) == 12);
	return 0;
}
