// check: --property assert --rounds 2 --unwind 2
// expect: UNKNOWN
// Const is not believed in the hostile world: the function may write the struct it only promises to read.
#include <assert.h>
struct s { int v; int w; };
void lib_show(const struct s *p);
int main(void) {
	struct s s = {5, 6};
	lib_show(&s);
	assert(s.v == 5);
	return 0;
}
