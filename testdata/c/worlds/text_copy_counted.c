// check: --property memory --rounds 2 --unwind 2
// expect: POSSIBLE out-of-bounds
// The failing index was counted in a loop that is left by an outside scalar (a character of returned text).
#include <stddef.h>
const char *lib_name(void);
int main(void) {
	const char *s = lib_name();
	char b[4];
	unsigned n;
	if (!s)
	    return 1;
	for (n = 0; s[n]; n++)
	    b[n] = s[n]; // out-of-bounds!
	return 0;
}
