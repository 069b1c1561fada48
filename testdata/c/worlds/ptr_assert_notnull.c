// check: --property assert --rounds 2 --unwind 2
// expect: POSSIBLE assert
// The assertion fails only where the pointer result is NULL, a hostile choice.
#include <assert.h>
#include <stddef.h>
struct q;
struct q *lib_get(void);
int main(void) {
	struct q *p = lib_get();
	assert(p != NULL); // fail!
	return 0;
}
