// check: --property assert,memory
// expect: PROVED
// Trap: what lies behind the first difference, or behind the end of the first string, is not looked at.
#include <assert.h>
#include <stdio.h>
#include <string.h>
#include <strings.h>

int main(void) {
	char word[4] = "abc", raw[2] = {'a', 'x'}, line[8];
	assert(strcmp(word, "abcd") < 0);
	assert(strcmp(word, "abb") > 0);
	assert(strcmp(word, "abc") == 0);
	assert(strcmp("", "") == 0);
	assert(strcasecmp("AbC", word) == 0);
	assert(strncmp(word, raw, 8) < 0);
	assert(strncmp("", raw, 8) < 0);
	assert(strncmp(word, raw, 1) == 0);
	assert(strncasecmp("ABZ", word, 2) == 0);
	assert(memcmp(raw, word, 2) > 0);
	assert(memcmp(raw, word, 0) == 0);
	assert(strcmp("\xff", "a") > 0);
	if (!fgets(line, sizeof line, stdin))
		return 0;
	if (strcmp(line, "long") == 0)
		assert(strlen(line) == 4 && line[3] == 'g');
	return 0;
}
