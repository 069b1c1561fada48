// check: --property assert,memory
// expect: PROVED
// No bound cuts a string of 299 characters, or what copies and searches it.
#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int main(void) {
	char *s = malloc(300);
	if (!s)
		return 0;
	memset(s, 'a', 299);
	s[299] = 0;
	s[200] = 'b';
	assert(strlen(s) == 299);
	assert(strnlen(s, 10) == 10);
	assert(strchr(s, 'b') == s + 200);
	assert(memchr(s, 'b', 200) == 0);
	assert(strchr(s, 0) == s + 299);
	char t[310];
	strcpy(t, s);
	strcat(t, "xyz");
	assert(strlen(t) == 302 && t[200] == 'b' && t[301] == 'z');
	strncpy(t, "ab", 5);
	assert(t[1] == 'b' && t[4] == 0 && t[5] == 'a');
	puts(s);
	free(s);
	return 0;
}
