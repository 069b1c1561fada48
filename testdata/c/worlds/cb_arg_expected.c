// check: --property assert,memory --rounds 2 --unwind 2
// expect: UNKNOWN
// Friendly calls of the callback bring the argument handed over beside it; hostile ones bring anything.
#include <assert.h>
struct acc { int n; };
void lib_foreach(void (*visit)(void *), void *arg);
static struct acc acc;
static void visit(void *p) {
	struct acc *a = p;
	assert(p == &acc);
	a->n = 1;
}
int main(void) {
	lib_foreach(visit, &acc);
	return 0;
}
