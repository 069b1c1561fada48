// check: --property memory --rounds 2 --unwind 2
// expect: UNKNOWN
// Free of a pointer result is allowed once in the friendly world, and not promised in the hostile one.
#include <stdlib.h>
char *lib_text(void);
int main(void) {
	char *s = lib_text();
	free(s);
	return 0;
}
