// check: --property memory --rounds 2 --unwind 2
// expect: PROVED
// The allocation is never given away, so nobody outside frees it.
#include <stdlib.h>
struct s { int v; };
void lib_tick(int v);
int main(void) {
	struct s *p = malloc(sizeof *p);
	if (!p)
	    return 1;
	p->v = 1;
	lib_tick(p->v);
	p->v = 2;
	free(p);
	return 0;
}
