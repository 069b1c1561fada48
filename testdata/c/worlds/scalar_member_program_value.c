// check: --property assert --rounds 2 --unwind 2
// expect: BUG assert
// The member was last written by the program with a constant, so the asserted value is not data from outside.
#include <assert.h>
#include <stddef.h>
struct req { int slot; };
struct req *lib_message(void);
int main(void) {
	struct req *r = lib_message();
	r->slot = 3;
	assert(r->slot == 4); // fail!
	return 0;
}
