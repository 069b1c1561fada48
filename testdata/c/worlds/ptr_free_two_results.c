// check: --property memory --rounds 2 --unwind 2
// expect: UNKNOWN
// Two calls return two objects and each may be freed once; a double free needs the hostile choice that both are the same.
#include <stdlib.h>
char *lib_text(int id);
int main(void) {
	char *s = lib_text(1);
	char *t = lib_text(2);
	free(s);
	free(t);
	return 0;
}
