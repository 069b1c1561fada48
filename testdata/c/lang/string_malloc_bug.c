// check: --property assert
// expect: BUG assert
// What malloc gives may hold a string of any length.
#include <string.h>
#include <assert.h>
#include <stdlib.h>

int main(void) {
	char *s = malloc(2000);
	if (!s)
		return 0;
	s[1500] = 0;
	assert(strnlen(s, 700) != 650); // assert!
	return 0;
}
