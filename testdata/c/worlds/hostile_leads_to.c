// check: --property assert --rounds 2 --unwind 2
// expect: UNKNOWN
// The hostile function writes what the object it was given leads to.
#include <assert.h>
struct s { int v; int *p; };
void lib_keep(struct s *p);
static int x;
static struct s s;
int main(void) {
	s.p = &x;
	lib_keep(&s);
	x = 5;
	assert(x == 5);
	return 0;
}
