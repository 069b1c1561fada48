// check: --property memory
// expect: BUG out-of-bounds
// With a precision printf reads no further than that; without one, to the end of the string, which is not there.
#include <stdio.h>
#include <string.h>

int main(void) {
	char s[4];
	memset(s, 'x', 4);
	printf("%.4s %.*s", s, 3, s);
	printf("%s", s); // out-of-bounds!
	return 0;
}
