// check: --property assert --rounds 2 --unwind 2
// expect: POSSIBLE assert
// An initialised member of a struct handed over stays in the friendly world; a hostile function writes it.
#include <assert.h>
struct ctx { int size; int last; };
void ctx_use(struct ctx *c);
int main(void) {
	struct ctx c = {5, 6};
	ctx_use(&c);
	assert(c.size == 5);
	return 0;
}
