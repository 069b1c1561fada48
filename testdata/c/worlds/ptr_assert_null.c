// check: --property assert --rounds 2 --unwind 2
// expect: BUG assert
// In the friendly world the result is a valid object, and a valid returned object is not data from an outside scalar.
#include <assert.h>
#include <stddef.h>
struct q;
struct q *lib_get(void);
int main(void) {
	struct q *p = lib_get();
	assert(p == NULL); // fail!
	return 0;
}
