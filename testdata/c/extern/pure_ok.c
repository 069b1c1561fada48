// check: --property assert --externs pure --rounds 1 --unwind 1
// expect: BOUNDED
// expect[explore]: UNKNOWN it rests on assumptions
#include <assert.h>
struct s {
	int x;
} s = {1};
void use(struct s *);
int main(void) {
	use(&s);
	assert(s.x == 1); // nofail
	return 0;
}
