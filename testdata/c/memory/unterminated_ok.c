// check: --property memory
// expect: PROVED
// With a precision printf reads no further than that, and strnlen no further than its limit.
#include <stdio.h>
#include <string.h>

int main(void) {
	char s[4];
	memset(s, 'x', 4);
	printf("%.4s %.*s", s, 3, s);
	s[3] = 0;
	printf("%s", s);
	return strnlen(s, 4) != 3;
}
