// check: --property memory --rounds 2 --unwind 2
// expect: UNKNOWN
// A hostile function frees the object it was given.
#include <stdlib.h>
struct s { int v; };
void lib_keep(struct s *p);
int main(void) {
	struct s *p = malloc(sizeof *p);
	if (!p)
	    return 1;
	p->v = 1;
	lib_keep(p);
	p->v = 2;
	return 0;
}
