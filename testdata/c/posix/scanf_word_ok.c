// check: --property assert,memory
// expect: PROVED
// Trap: a word has at least one byte, none of them 0, and fits with its end.
#include <assert.h>
#include <stdio.h>
#include <string.h>

int main(void) {
	char word[9];
	if (scanf("%8s", word) != 1)
		return 0;
	assert(word[0] != 0);
	assert(strlen(word) <= 8);
	return 0;
}
