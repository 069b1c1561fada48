// check: --property assert --rounds 2 --unwind 2
// expect: BUG assert
// An initialised member stays, so it is still the program's 5 in a friendly execution and the assertion fails without outside data.
#include <assert.h>
struct ctx { int size; int last; };
void ctx_use(struct ctx *c);
int main(void) {
	struct ctx c = {5, 6};
	ctx_use(&c);
	assert(c.size != 5); // fail!
	return 0;
}
