// check: --property assert
// expect: BUG assert
// A bug behind a string that is longer than every bound.
#include <assert.h>
#include <stdlib.h>
#include <string.h>

int main(void) {
	char *s = malloc(300);
	if (!s)
		return 0;
	memset(s, 'a', 299);
	s[299] = 0;
	char *t = strdup(s);
	if (t) {
		assert(strlen(t) != 299); // assert!
		free(t);
	}
	free(s);
	return 0;
}
