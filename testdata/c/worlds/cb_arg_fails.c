// check: --property assert --rounds 2 --unwind 2
// expect: BUG assert
// The callback is called with the argument handed over beside it, and with that it fails.
#include <assert.h>
struct acc { int n; };
void lib_foreach(void (*visit)(void *), void *arg);
static struct acc acc;
static void visit(void *p) {
	assert(p != &acc); // fail!
}
int main(void) {
	lib_foreach(visit, &acc);
	return 0;
}
