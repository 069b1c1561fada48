// check: --property assert --rounds 2 --unwind 2
// expect: UNKNOWN
// Even a hostile function returns only null, an object it was given or what it returned before, and `mine` is static and never given.
#include <assert.h>
#include <stddef.h>
int *lib_int(void);
static int mine;
int main(void) {
	int *p = lib_int();
	assert(p != &mine);
	return 0;
}
