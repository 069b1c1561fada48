// check: --property memory --rounds 1 --unwind 2
// expect: BOUNDED
// expect[explore]: UNKNOWN inputs wider than 8 bits
// An undefined function ends the life of nothing.
#include <stdlib.h>
struct s {
	int x;
};
void use(struct s *);
int main(void) {
	struct s *p = malloc(sizeof *p);
	p->x = 1;
	use(p);
	p->x = 2;
	free(p);
	return 0;
}
