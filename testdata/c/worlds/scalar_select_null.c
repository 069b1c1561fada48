// check: --property memory --rounds 2 --unwind 2
// expect: BUG null-deref
// The null address is the program's constant, chosen by a branch on an outside scalar.
#include <stddef.h>
int lib_flag(void);
struct s { int n; };
static struct s one;
int main(void) {
	struct s *p = &one;
	if (lib_flag())
	    p = NULL;
	p->n = 1; // null-deref!
	return 0;
}
